import { pathTo } from '../platform/route-table.ts';

/** Path of the sign-up. `next`, a path of this site, is where the new member continues; '' means the search. */
export function signupPath(next: string): string {
  return next === '' ? pathTo('signup') : `${pathTo('signup')}?next=${encodeURIComponent(next)}`;
}
