import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ArrowLeft, ArrowRight, ChevronDown, ChevronUp, Icon, type LucideIcon } from '../../ui/icon.tsx';
import { RoundLink } from '../../ui/round-button.tsx';
import type { Origin } from '../origin.ts';
import { quietLink } from './quiet-link.ts';
import { useNeighbours } from './use-neighbours.ts';

const icons: Record<'previous' | 'next', LucideIcon> = { previous: ChevronUp, next: ChevronDown };

interface NeighbourProps {
  to: 'previous' | 'next';
  member: ProfileSummary | undefined;
  origin: Origin | null;
}

/** Links to the previous and next member, by name. */
export function WideNeighbours({ id }: { id: string }): ReactElement {
  const { previous, next, origin } = useNeighbours(id);
  return (
    <>
      <WideNeighbour to="previous" member={previous} origin={origin} />
      <WideNeighbour to="next" member={next} origin={origin} />
    </>
  );
}

// The links replace the profile's history entry, so that going back leads to the search after any number of members.
function WideNeighbour({ to, member, origin }: NeighbourProps): ReactElement | null {
  const say = useSay();
  if (!member) return null;
  const { id, name, age } = member;
  const text = say('members.name-age', { name, age });
  return (
    <Link
      to={pathTo('members-id', { id })}
      state={origin}
      replace
      aria-label={say(`members.${to}-member`, { member: text })}
      className={quietLink}
    >
      {to === 'previous' && <Icon of={ArrowLeft} size="sm" />}
      <span className="max-w-44 truncate">{text}</span>
      {to === 'next' && <Icon of={ArrowRight} size="sm" />}
    </Link>
  );
}

/** Links to the previous and next member, as a double disc on the picture on phones. */
export function PhoneNeighbours({ id }: { id: string }): ReactElement | null {
  const { previous, next, origin } = useNeighbours(id);
  if (!previous && !next) return null;
  return (
    <span className="flex rounded-pill bg-glass backdrop-blur-md">
      <PhoneNeighbour to="previous" member={previous} origin={origin} />
      <PhoneNeighbour to="next" member={next} origin={origin} />
    </span>
  );
}

function PhoneNeighbour({ to, member, origin }: NeighbourProps): ReactElement {
  const say = useSay();
  if (!member)
    return (
      <span aria-hidden="true" className="grid size-10 place-items-center text-ink-3 opacity-45">
        <Icon of={icons[to]} />
      </span>
    );
  const { id, name, age } = member;
  return (
    <RoundLink
      to={pathTo('members-id', { id })}
      state={origin}
      replace
      label={say(`members.${to}-member`, { member: say('members.name-age', { name, age }) })}
      variant="bare"
      size="sm"
    >
      <Icon of={icons[to]} />
    </RoundLink>
  );
}
