import { call } from '../call.ts';
import { keepStorageOf, unsentKeys } from '../chat/member-storage.ts';
import { noteEnded } from '../chat/waiting.ts';
import { browserQueries } from '../page.ts';
import { pathTo } from '../route-table.ts';

/** Storage keys that hold nothing about a member and survive a logout. */
const impersonal = new Set(['tealight.reloaded-at', 'tealight.session-ended', 'tealight.waiting']);

let leaving = false;

/**
 * Whether this page is left because its session ends, by a logout or elsewhere: the live channel may report that before the
 * call answers, and nothing of the page is asked for any more.
 */
export function isLeaving(): boolean {
  return leaving;
}

export function noteLeaving(): void {
  leaving = true;
}

/** Saves what is being written; whoever keeps it sets this. */
export const beforeLogOut: { save?: (() => Promise<void>) | undefined } = {};

/** How many messages of a member wait in this browser. What it has no room for stays a draft, which is saved. */
export async function countUnsent(member: string): Promise<number> {
  // Without its code, nothing has put a message there either.
  const outbox = await import('../chat/outbox/outbox-store.ts').catch(() => null);
  return (await outbox?.countUnsentOf(member)) ?? 0;
}

/** Saves what is being written for the member's other devices, logs out and loads the start page from the server. */
export function logOut(): Promise<void> {
  const end = async (): Promise<void> => {
    await beforeLogOut.save?.();
    await call('logOut');
  };
  return endSession(end, pathTo('index'));
}

/** Does what ends the session, removes all personal data from this browser and loads a page from the server. */
export async function endSession(end: () => Promise<unknown>, path: string): Promise<void> {
  noteLeaving();
  try {
    await end();
  } catch (error) {
    leaving = false;
    throw error;
  }
  noteEnded(null);
  try {
    await forgetMember();
  } finally {
    // The next page forgets what this one could not.
    location.assign(path);
  }
}

/**
 * Removes all personal data from this browser, but for what `waits`, whose session has ended without their logout, had not
 * sent or saved. Returns how much that is (`keepStorageOf`), whether it waits or nobody has it any more.
 */
export async function forgetMember(waits: string | null = null): Promise<number> {
  browserQueries?.clear();
  // It counts before it removes, and begins at once.
  const unsent = keepStorageOf(null, { hasLeft: waits === null, waits });
  const staying = unsentKeys(waits);
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      const store = window[storage];
      for (const key of Object.keys(store)) if (!impersonal.has(key) && !staying.has(key)) store.removeItem(key);
    } catch {
      // Storage is forbidden, so nothing is left behind either.
    }
  }
  return unsent;
}
