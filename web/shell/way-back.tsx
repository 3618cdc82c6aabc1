import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';

import { useSay } from '../platform/sentences.tsx';
import { ChevronLeft, Icon } from '../ui/icon.tsx';
import { RoundLink } from '../ui/round-button.tsx';
import { useHasBackInBar } from './back-button.tsx';

/** Back arrow before a title on phones, unless the bar has one; leads to `fallback` if the visit began here. */
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

/** True if the previous history entry is a page of this site: the router numbers the entries of a visit from 0. */
function cameFromHere(): boolean {
  return ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
