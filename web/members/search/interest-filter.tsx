import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { Interest } from '../../../contract/members/interests.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { GroupLabel } from '../../ui/group-label.tsx';
import { ChipChoice } from '../chip-choice.tsx';
import { FoldedChoices } from './folded-choices.tsx';

const shownFirst = 6;

export interface InterestFilterProps {
  offered: readonly Interest[];
  chosen: readonly Interest[];
  onToggle: (key: Interest) => void;
  whole?: boolean | undefined;
}

/** Interests as chips: the chosen ones and the member's own first, the others behind "more". */
export function InterestFilter(props: InterestFilterProps): ReactElement | null {
  const { offered, chosen, onToggle, whole = false } = props;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  // Sorted when the form opens: chips keep their positions while they are pressed.
  const [first] = useState(() => new Set([...chosen, ...(user?.profile.interests ?? [])]));
  const sorted = [...offered.filter((key) => first.has(key)), ...offered.filter((key) => !first.has(key))];
  if (sorted.length === 0) return null;
  const count = Math.max(shownFirst, Math.min(first.size, shownFirst * 2));
  const rest = sorted.slice(count);
  const choice = (values: readonly Interest[]): ReactElement => (
    <ChipChoice<Interest>
      name="interests"
      values={values}
      chosen={chosen}
      sentence={(key) => `interests.${key}`}
      onToggle={onToggle}
    />
  );
  return (
    <fieldset className="min-w-0">
      <GroupLabel>{say('attributes.interests')}</GroupLabel>
      {choice(sorted.slice(0, count))}
      {rest.length > 0 && (
        <FoldedChoices
          name="interests"
          chosen={chosen.filter((key) => rest.includes(key))}
          whole={whole}
          className="mt-2"
          summary={
            <summary className="inline-flex min-h-11 list-none items-center rounded-pill px-2 text-13 font-bold text-primary-ink hover:bg-primary-soft [&::-webkit-details-marker]:hidden">
              {say('members.interests-more', { count: rest.length })}
            </summary>
          }
        >
          {() => <div className="mt-2">{choice(rest)}</div>}
        </FoldedChoices>
      )}
    </fieldset>
  );
}
