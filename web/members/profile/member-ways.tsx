import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { ProfileSummary } from '../../../contract/members.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { ArrowLeft, ArrowRight, ChevronDown, ChevronLeft, ChevronUp, Icon, type LucideIcon } from '../../ui/icon.tsx';
import { RoundLink } from '../../ui/round-button.tsx';
import { type Origin, useWayBack } from '../origin.ts';
import type { Neighbours } from './use-neighbours.ts';

/** The way back, and on to the members before and after: a line above the profile on wide windows. */
export function WideWays({ neighbours }: { neighbours: Neighbours }): ReactElement {
  const say = useSay();
  const { to, toSearch, onClick } = useWayBack();
  return (
    <div className="mb-4 hidden min-h-9 items-center gap-1 text-13 md:flex">
      <Link to={to} onClick={onClick} className={`${quietLink} -ml-3 pl-2`}>
        <Icon of={ChevronLeft} size="sm" />
        {say(toSearch ? 'members.back' : 'common.back')}
      </Link>
      <span className="flex-1" />
      <WideNeighbour to="previous" member={neighbours.previous} origin={neighbours.origin} />
      <WideNeighbour to="next" member={neighbours.next} origin={neighbours.origin} />
    </div>
  );
}

const quietLink =
  'inline-flex min-h-9 min-w-0 items-center gap-1.5 rounded-pill px-3 font-semibold text-ink-2 transition-colors hover:bg-primary-soft hover:text-on-primary-soft';
const icons: Record<'previous' | 'next', LucideIcon> = { previous: ChevronUp, next: ChevronDown };

interface NeighbourProps {
  to: 'previous' | 'next';
  member: ProfileSummary | undefined;
  origin: Origin | null;
}

// They replace the profile in the history: the way back leads to the search, however many members one looked at.
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

/** The way back, as a disc on the picture of phones. */
export function PhoneBack(): ReactElement {
  const say = useSay();
  const { to, toSearch, onClick } = useWayBack();
  return (
    <RoundLink
      to={to}
      onClick={onClick}
      label={say(toSearch ? 'members.back' : 'common.back')}
      variant="glass"
      size="sm"
    >
      <Icon of={ChevronLeft} />
    </RoundLink>
  );
}

/** The members before and after, as a double disc on the picture of phones. */
export function PhoneNeighbours({ neighbours }: { neighbours: Neighbours }): ReactElement | null {
  const { previous, next, origin } = neighbours;
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
