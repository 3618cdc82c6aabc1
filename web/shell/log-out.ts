import { call } from '../call.ts';
import { keepStorageOf } from '../chat/member-storage.ts';
import { browserQueries } from '../page.ts';
import { pathTo } from '../route-table.ts';

/** Storage keys that hold nothing about a member and survive a logout. */
const impersonal = new Set(['tealight.reloaded-at', 'tealight.session-ended']);

let leaving = false;

/** Whether this page is logging out: the live channel may report the end of the session before the call answers. */
export function isLeaving(): boolean {
  return leaving;
}

/** Logs out, removes all personal data from this browser and loads the start page from the server. */
export async function logOut(): Promise<void> {
  leaving = true;
  try {
    await call('logOut');
  } catch (error) {
    leaving = false;
    throw error;
  }
  await forgetMember();
  location.assign(pathTo('index'));
}

/** Removes all personal data from this browser. */
export async function forgetMember(): Promise<void> {
  browserQueries?.clear();
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) if (!impersonal.has(key)) store.removeItem(key);
  }
  await keepStorageOf(null);
}
