import type { MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { useIsInBrowser } from '../platform/pages/hydrated.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useHasBackInBar } from '../shell/back-button.tsx';

export interface Origin {
  from: string;
  /** The search that found the member, as `searchAddress` writes it; missing without a search. */
  search?: string;
}

/** Returns the page where the profile was opened; null if it was opened by its address, and until hydration. */
export function useOrigin(): Origin | null {
  const { state } = useLocation() as { state: unknown };
  return useIsInBrowser() && isOrigin(state) ? state : null;
}

function isOrigin(state: unknown): state is Origin {
  if (typeof state !== 'object' || state === null) return false;
  const { from, search } = state as Partial<Record<keyof Origin, unknown>>;
  return typeof from === 'string' && (search === undefined || typeof search === 'string');
}

/**
 * Returns a link back to where the profile was opened, by history, so that the page is as it was left. Without an
 * origin it leads to the search, except in the installed app (specification, section 2).
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
