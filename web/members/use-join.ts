import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';

import { startSignup } from '../accounts/signup-flow.ts';
import { signupPath } from '../accounts/signup-path.ts';
import { toNextPath } from '../platform/page.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';

export interface Join {
  /** The target of the link without JavaScript. */
  to: string;
  /** Opens the sign-up dialog above the page; for a button, or for that link. */
  ask: (event?: MouseEvent) => void;
}

/** Asks a visitor to join before an action. Afterwards they return to the page or to `onward`, a path of this site. */
export function useJoin(onward?: string): Join {
  const place = useLocation();
  const carried = useCarriedSource();
  const next = onward ?? toNextPath(place);
  return {
    to: withSource(signupPath(next), carried),
    ask: (event) => {
      event?.preventDefault();
      startSignup(next);
    },
  };
}
