import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';

import { useSay } from '../sentences.tsx';
import { ChevronLeft, Icon } from '../ui/icon.tsx';
import { RoundLink } from '../ui/round-button.tsx';
import { useHasBackInBar } from './back-button.tsx';

/**
 * Arrow before the title of a page, on phones: to the page before, or to `fallback` where the visit began here. The
 * installed app may have its arrow in the bar above.
 */
export function WayBack({ fallback }: { fallback: string }): ReactElement | null {
  const say = useSay();
  const navigate = useNavigate();
  const isInBar = useHasBackInBar();
  if (isInBar) return null;
  return (
    <RoundLink
      to={fallback}
      label={say('common.back')}
      variant="bare"
      size="sm"
      className="-ml-2.5 md:hidden"
      onClick={(event) => {
        if (!cameFromHere()) return;
        event.preventDefault();
        void navigate(-1);
      }}
    >
      <Icon of={ChevronLeft} />
    </RoundLink>
  );
}

/** Whether the entry before this one in the history is a page of ours: the router numbers those of one visit from 0. */
function cameFromHere(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
