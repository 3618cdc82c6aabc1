import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { useFormat } from '../../platform/format.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { useOfferedFilters } from '../search/offered-filters.ts';
import { settingsOfPlace } from '../settings-of-place.ts';
import { InterestsField } from './interests-field.tsx';
import { type Answers, type Question, type Reach, reaches, times } from './answers.ts';

interface FieldsProps {
  answers: Answers;
  hasTown: boolean;
  onChange: (part: Partial<Answers>) => void;
}

/** The input for a question's answer. */
export function QuestionFields({ question, ...props }: FieldsProps & { question: Question }): ReactElement {
  if (question === 'interests') return <InterestsField {...props} />;
  return question === 'far' ? <Far {...props} /> : <Time {...props} />;
}

function Far({ answers, hasTown, onChange }: FieldsProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const offered = useOfferedFilters();
  const { data: user } = useQuery(userQuery);
  const country = user ? format.country(user.profile.country) : '';
  const title = (far: Reach): string => {
    if (far === 'country') return say('finder.far-country', { country });
    return far === 'all' ? say('finder.far-all') : say('members.within', { km: far });
  };
  const possible = hasTown ? reaches : reaches.filter((far) => far === 'country' || far === 'all');
  return (
    <>
      <RadioCards<Reach>
        label={say('finder.far')}
        labelHidden
        name="far"
        value={answers.far}
        onChange={(far) => onChange({ far })}
        options={possible.map((far) => ({ value: far, title: title(far) }))}
        grid="sm:grid-cols-2"
      />
      {offered.distance && !hasTown && (
        <p className="text-13 text-ink-2">
          {say('members.distance-needs-town')}{' '}
          <Link to={settingsOfPlace} className="font-bold text-primary-ink underline underline-offset-3">
            {say('members.choose-town')}
          </Link>
        </p>
      )}
    </>
  );
}

function Time({ answers, onChange }: FieldsProps): ReactElement {
  const say = useSay();
  return (
    <RadioCards
      label={say('finder.time')}
      labelHidden
      name="time"
      value={answers.time}
      onChange={(time) => onChange({ time })}
      options={times.map((time) => ({
        value: time,
        title: say(`finder.time-${time}`),
        detail: say(`finder.time-${time}-help`),
      }))}
    />
  );
}
