import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';

import { signupPath, startSignup } from '../shell/signup-flow.ts';
import { toNextPath } from '../platform/pages/page.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';

/** Asks a visitor to join before an action. Afterwards they return to the page or to `onward`, a path of this site. */
export function useJoin(onward?: string) {
  const place = useLocation();
  const carried = useCarriedSource();
  const next = onward ?? toNextPath(place);
  return {
    to: withSource(signupPath(next), carried),
    /** Opens the sign-up dialog above the page; for a button, or for the link to `to`. */
    ask: (event?: MouseEvent): void => {
      event?.preventDefault();
      startSignup(next);
    },
  };
}
