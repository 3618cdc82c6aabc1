import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { Interest } from '../../../contract/members/interests.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ToggleChip } from '../../ui/chip.tsx';
import { GroupLabel } from '../../ui/group-label.tsx';
import { toggled } from '../toggled.ts';
import { useOfferedFilters } from '../search/offered-filters.ts';
import { type Answers, interestsMax } from './answers.ts';

const shownFirst = 12;

interface InterestsFieldProps {
  answers: Answers;
  onChange: (part: Pick<Answers, 'interests'>) => void;
}

/** Interests, the member's own first. Not folded as in the filters: a shared chunk costs every search 0.5 KB. */
export function InterestsField({ answers, onChange }: InterestsFieldProps): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const offered = useOfferedFilters().interests ?? [];
  const chosen = answers.interests;
  // Chips keep their positions while they are pressed.
  const [first] = useState(() => new Set<Interest>([...chosen, ...(user?.profile.interests ?? [])]));
  const sorted = offered.toSorted((a, b) => Number(first.has(b)) - Number(first.has(a)));
  const isFull = chosen.length >= interestsMax;
  const chips = (keys: readonly Interest[]): ReactElement => (
    <div className="flex flex-wrap gap-2">
      {keys.map((key) => (
        <ToggleChip
          key={key}
          name="interests"
          value={key}
          checked={chosen.includes(key)}
          onChange={() => {
            if (!isFull || chosen.includes(key)) onChange({ interests: toggled(chosen, key) });
          }}
        >
          {say(`interests.${key}`)}
        </ToggleChip>
      ))}
    </div>
  );
  const rest = sorted.slice(shownFirst);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2.5">
      <GroupLabel hidden>{say('finder.interests')}</GroupLabel>
      <p className="text-13 text-ink-2" aria-live="polite">
        {say(isFull ? 'members.interests-full' : 'finder.interests-help', { max: interestsMax })}
      </p>
      {chips(sorted.slice(0, shownFirst))}
      {rest.length > 0 && (
        <details>
          <summary className="-ml-2 inline-flex min-h-11 list-none items-center rounded-pill px-2 text-13 font-bold text-primary-ink hover:bg-primary-soft [&::-webkit-details-marker]:hidden">
            {say('members.interests-more', { count: rest.length })}
          </summary>
          <div className="mt-2">{chips(rest)}</div>
        </details>
      )}
    </fieldset>
  );
}
