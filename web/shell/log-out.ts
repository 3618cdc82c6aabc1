import { call } from '../call.ts';
import { browserQueries } from '../page.ts';
import { pathTo } from '../route-table.ts';

/** Keys of this browser that say nothing about a member and may outlive a login. */
const impersonal = new Set(['tealight.reloaded-at', 'tealight.dismissed', 'tealight.session-ended']);

let leaving = false;

/** Whether this page is ending its session itself: the live channel may tell of it before the call answers. */
export function isLeaving(): boolean {
  return leaving;
}

/** Leaves: the session ends, nothing personal stays in this browser, and the start page comes from the server. */
export async function logOut(): Promise<void> {
  leaving = true;
  try {
    await call('logOut');
  } catch (error) {
    leaving = false;
    throw error;
  }
  forgetMember();
  location.assign(pathTo('index'));
}

/** Takes everything personal out of this browser. */
export function forgetMember(): void {
  browserQueries?.clear();
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) if (!impersonal.has(key)) store.removeItem(key);
  }
}
