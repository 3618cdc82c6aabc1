import { pathTo } from '../route-table.ts';

/** The way to the sign-up; afterwards the new member goes on to `next`, a path of ours, or to the search. */
export function signupPath(next: string): string {
  return next === '' ? pathTo('signup') : `${pathTo('signup')}?next=${encodeURIComponent(next)}`;
}
