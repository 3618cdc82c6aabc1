import { call } from '../../platform/calls/call.ts';
import { deleteOthersData, rememberEnded, unsentKeys } from './waiting-data.ts';
import { browserQueries } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { listKeys, setItem } from '../../platform/storage/storage.ts';
import { markLeaving } from '../../platform/pages/leaving.ts';

const impersonal = new Set(['tealight.reloaded-at', 'tealight.session-ended', 'tealight.waiting']);

/** Counts a member's messages that wait in this browser. With storage full, a message stays a draft, which is saved. */
export async function countUnsent(member: MemberId): Promise<number> {
  // If the code cannot be loaded, no message was put there either.
  return Promise.all([import('../../chat/outbox/outbox.ts'), import('../../chat/outbox/shared-outbox.ts')]).then(
    ([{ outbox }, shared]) => shared.countUnsent(member, outbox.entries),
    () => 0,
  );
}

/** Saves drafts for the member's other devices, logs out and loads the start page from the server. */
export function logOut(): Promise<void> {
  const end = async (): Promise<void> => {
    // If the code cannot be loaded, no draft was edited here either.
    await import('../../chat/composer/drafts.ts').then(
      ({ drafts }) => drafts.saveAll(),
      () => undefined,
    );
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
    markLeaving(false);
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
 * Removes the member's data from this browser, and returns how many messages were unsent. Unsent and unsaved data of
 * `waits` stays: their session ended without a logout.
 */
export async function forgetMember(waits: MemberId | null = null): Promise<number> {
  browserQueries?.clear();
  // Counts before it removes, and begins synchronously.
  const unsent = deleteOthersData(null, { hasLeft: waits === null, waits });
  const staying = unsentKeys(waits);
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    for (const key of listKeys(storage, '')) if (!impersonal.has(key) && !staying.has(key)) setItem(storage, key, null);
  return unsent;
}
