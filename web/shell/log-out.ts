import { call } from '../platform/call.ts';
import { deleteOthersData, unsentKeys } from '../chat/member-storage.ts';
import { rememberEnded } from '../chat/waiting.ts';
import { browserQueries } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';

/** Storage keys that hold nothing about a member and survive a logout. */
const impersonal = new Set(['tealight.reloaded-at', 'tealight.session-ended', 'tealight.waiting']);

let leaving = false;

/**
 * True if this page is being left because its session ends, by a logout or elsewhere: the live channel may report
 * that before the call responds, and nothing more is fetched for the page.
 */
export function isLeaving(): boolean {
  return leaving;
}

export function markLeaving(): void {
  leaving = true;
}

/** Saves drafts; set by the module that keeps them. */
export const beforeLogOut: { save?: (() => Promise<void>) | undefined } = {};

/** Counts a member's messages that wait in this browser. With storage full, a message stays a draft, which is saved. */
export async function countUnsent(member: string): Promise<number> {
  // If the code cannot be loaded, no message was put there either.
  const outbox = await import('../chat/outbox/outbox-store.ts').catch(() => null);
  return (await outbox?.countUnsentMessages(member)) ?? 0;
}

/** Saves drafts for the member's other devices, logs out and loads the start page from the server. */
export function logOut(): Promise<void> {
  const end = async (): Promise<void> => {
    await beforeLogOut.save?.();
    await call('logOut');
  };
  return endSession(end, pathTo('index'));
}

/** Ends the session by `end`, removes all personal data from this browser and loads a page from the server. */
export async function endSession(end: () => Promise<unknown>, path: string): Promise<void> {
  markLeaving();
  try {
    await end();
  } catch (error) {
    leaving = false;
    throw error;
  }
  rememberEnded(null);
  try {
    await forgetMember();
  } finally {
    // If it fails, the next page removes the rest.
    location.assign(path);
  }
}

/**
 * Removes all personal data from this browser, except unsent and unsaved data of `waits`, whose session has ended
 * without their logout. Returns how much such data there was (`deleteOthersData`), whether it waits or is gone.
 */
export async function forgetMember(waits: string | null = null): Promise<number> {
  browserQueries?.clear();
  // Counts before it removes, and begins synchronously.
  const unsent = deleteOthersData(null, { hasLeft: waits === null, waits });
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
