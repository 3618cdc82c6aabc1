import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { useFormat } from '../../platform/format.ts';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { profilesQuery } from '../search/search-queries.ts';
import { type Filters, searchAddress } from '../search/filters.ts';
import type { Answers, Question } from './answers.ts';
import { stepPath } from './step-path.ts';

interface ResultProps {
  answers: Answers;
  asked: readonly Question[];
  filters: Filters;
  title: ReactNode;
}

/** The resulting search, the reasons for it, and the number of members found. */
export function QuizResult({ answers, asked, filters, title }: ResultProps): ReactElement {
  const say = useSay();
  const { data: found } = useQuery(profilesQuery(filters, 1));
  // After an empty search, the main button changes an answer instead.
  const isEmpty = found?.numResults === 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid gap-1">
        {title}
        <Found filters={filters} />
      </div>
      <ul className="grid">
        {asked.map((question, step) => (
          <li key={question} className="flex items-start gap-4 border-t border-line py-3">
            <div className="min-w-0 flex-1">
              <Why question={question} answers={answers} />
            </div>
            <Link
              to={stepPath(answers, step)}
              preventScrollReset
              aria-label={say('finder.change-answer', { question: say(`finder.${question}`) })}
              className="reach shrink-0 rounded-small text-13 font-bold text-primary-ink hover:underline"
            >
              {say('finder.change')}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap-reverse justify-end gap-2.5">
        <LinkButton
          to={pathTo('match-finder')}
          reloadDocument
          variant={isEmpty && answers.far === 'all' ? 'primary' : 'quiet'}
        >
          {say('finder.again')}
        </LinkButton>
        <LinkButton
          to={{ pathname: pathTo('members'), search: searchAddress(filters) }}
          variant={isEmpty ? 'quiet' : 'primary'}
        >
          {say('finder.see')}
        </LinkButton>
        {isEmpty && answers.far !== 'all' && (
          <LinkButton to={stepPath(answers, asked.indexOf('far'))} preventScrollReset>
            {say('finder.further')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function Found({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const { data: found, error, refetch } = useQuery(profilesQuery(filters, 1));
  if (!found) return error ? <RetryAlert error={error} retry={refetch} /> : <Skeleton className="my-0.5 w-48" />;
  return (
    <p className="text-ink-2" aria-live="polite">
      {say(found.more ? 'members.count-more' : 'members.count', { count: found.numResults })}
      {found.numResults === 0 && <> · {say('finder.nobody')}</>}
    </p>
  );
}

function Why({ question, answers }: { question: Question; answers: Answers }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: user } = useQuery(userQuery);
  const { interests, far, time } = answers;
  if (question === 'time') return <p>{say(`finder.why-${time}`)}</p>;
  if (question === 'interests') {
    if (interests.length === 0) return <p>{say('finder.why-interests-open')}</p>;
    return (
      <div className="flex flex-wrap items-center gap-2">
        <p>{say('finder.why-interests')}</p>
        {interests.map((key) => (
          <Tag key={key}>{say(`interests.${key}`)}</Tag>
        ))}
      </div>
    );
  }
  if (far === 'all') return <p>{say('finder.why-all')}</p>;
  if (far === 'country')
    return <p>{say('finder.why-country', { country: user ? format.country(user.profile.country) : '' })}</p>;
  return <p>{say('finder.why-far', { km: far, town: user?.profile.town?.name ?? '' })}</p>;
}
