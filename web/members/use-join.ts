import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';

import { startSignup } from '../accounts/signup-flow.ts';
import { pathTo } from '../route-table.ts';

export interface Join {
  /** Where a link leads without a script. */
  to: string;
  /** Opens the sign-up dialog above the page; for a button, or for that link. */
  ask: (event?: MouseEvent) => void;
}

/** Asks a visitor to join: what they wanted needs an account. Afterwards they come back to where they were. */
export function useJoin(): Join {
  const { pathname, search } = useLocation();
  const next = pathname + search;
  return {
    to: `${pathTo('signup')}?next=${encodeURIComponent(next)}`,
    ask: (event) => {
      event?.preventDefault();
      startSignup(next);
    },
  };
}
