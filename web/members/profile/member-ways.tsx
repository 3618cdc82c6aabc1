import { type ReactElement, Suspense } from 'react';
import { Link } from 'react-router';

import { useSay } from '../../platform/sentences.tsx';
import { ChevronLeft, Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { RoundLink } from '../../ui/round-button.tsx';
import { useOrigin, useWayBack } from '../origin.ts';
import { quietLink } from './quiet-link.ts';

// Lazy, because they need the search code, which other profiles do without.
const WideNeighbours = lazyPart(async () => ({ default: (await import('./neighbour-links.tsx')).WideNeighbours }));
const PhoneNeighbourLinks = lazyPart(async () => ({
  default: (await import('./neighbour-links.tsx')).PhoneNeighbours,
}));

/** Links back, and to the previous and next member: a line above the profile on wide windows. */
export function WideWays({ id }: { id: string }): ReactElement {
  const say = useSay();
  const origin = useOrigin();
  const { to, toSearch, onClick } = useWayBack();
  return (
    <div className="mb-4 hidden min-h-9 items-center gap-1 text-13 md:flex">
      <Link to={to} onClick={onClick} className={`${quietLink} -ml-3 pl-2`}>
        <Icon of={ChevronLeft} size="sm" />
        {say(toSearch ? 'members.back' : 'common.back')}
      </Link>
      <span className="flex-1" />
      {origin?.search !== undefined && (
        <Suspense fallback={null}>
          <WideNeighbours id={id} />
        </Suspense>
      )}
    </div>
  );
}

/** The link back, as a disc on the picture on phones. */
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

/** Links to the previous and next member, as a double disc on the picture on phones. */
export function PhoneNeighbours({ id }: { id: string }): ReactElement | null {
  const origin = useOrigin();
  if (origin?.search === undefined) return null;
  return (
    <Suspense fallback={null}>
      <PhoneNeighbourLinks id={id} />
    </Suspense>
  );
}
