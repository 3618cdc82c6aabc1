import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';

import { startSignup } from '../accounts/signup-flow.ts';
import { signupPath } from '../accounts/signup-path.ts';
import { nextOf } from '../page.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';

export interface Join {
  /** Where a link leads without a script. */
  to: string;
  /** Opens the sign-up dialog above the page; for a button, or for that link. */
  ask: (event?: MouseEvent) => void;
}

/**
 * Asks a visitor to join, because what they pressed needs an account. Afterwards they return to where they were, or go to
 * `onward`, a path of ours.
 */
export function useJoin(onward?: string): Join {
  const place = useLocation();
  const carried = useCarriedSource();
  const next = onward ?? nextOf(place);
  return {
    to: withSource(signupPath(next), carried),
    ask: (event) => {
      event?.preventDefault();
      startSignup(next);
    },
  };
}
