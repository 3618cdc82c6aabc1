import { membersIn } from '../../app/database.ts';
import { CallError } from '../../call.ts';
import { afterFailure, nextToSend, withoutPause } from './outbox-entry.ts';
import { readEntries, removeEntry, updateEntry } from './outbox-storage.ts';
import { inTurn, sendEntry } from './send-entry.ts';

/**
 * Sends what waits, for the service worker: the network is back, and maybe no page is open. Rejects when there is no
 * network after all, so that the browser wakes it again.
 */
export async function drainOutbox(): Promise<void> {
  for (const member of await membersIn('outbox')) {
    await inTurn(member, () => endPauses(member));
    while (await inTurn(member, () => sendOldest(member))) continue;
  }
}

async function endPauses(member: string): Promise<void> {
  for (const entry of await readEntries(member, Date.now()))
    if (entry.notBefore > 0) await updateEntry(member, withoutPause(entry));
}

/** Sends one entry. False when none may be sent now. */
async function sendOldest(member: string): Promise<boolean> {
  const entry = nextToSend(await readEntries(member, Date.now()), Date.now());
  if (!entry) return false;
  try {
    await sendEntry(entry, member);
    await removeEntry(member, entry.key);
    return true;
  } catch (error) {
    // Somebody else is logged in, or nobody: the page that opens next decides what becomes of it.
    if (error instanceof CallError && error.body.authentication_required) return false;
    await updateEntry(member, afterFailure(entry, error, Date.now()));
    if (!(error instanceof CallError)) throw error;
    return true;
  }
}
