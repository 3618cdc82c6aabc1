import { type MouseEvent, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { pathTo } from '../platform/route-table.ts';
import { useHasBackInBar } from '../shell/back-button.tsx';

/** The page where a profile was opened, as stored in its history entry. */
export interface Origin {
  /** The address of that page. */
  from: string;
  /** The search that found the member, as `searchAddress` writes it; missing without a search. */
  search?: string;
}

/** The page where the profile was opened; null if it was opened by its address, and until hydration. */
export function useOrigin(): Origin | null {
  const { state } = useLocation() as { state: unknown };
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return inBrowser && isOrigin(state) ? state : null;
}

const never = () => () => undefined;

function isOrigin(state: unknown): state is Origin {
  if (typeof state !== 'object' || state === null) return false;
  const { from, search } = state as Partial<Record<keyof Origin, unknown>>;
  return typeof from === 'string' && (search === undefined || typeof search === 'string');
}

/**
 * A link back to where the profile was opened. It goes back in history, so that the page is as it was left. The
 * installed app goes back from every profile (specification, section 2); elsewhere, a profile without origin leads to
 * the search.
 */
export function useWayBack(): { to: string; toSearch: boolean; onClick: (event: MouseEvent) => void } {
  const navigate = useNavigate();
  const origin = useOrigin();
  const hasHistory = useHasBackInBar();
  const toSearch = origin === null ? !hasHistory : origin.search !== undefined;
  return {
    to: origin?.from ?? pathTo('members'),
    toSearch,
    onClick: (event) => {
      if ((origin === null && !hasHistory) || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      void navigate(-1);
    },
  };
}
