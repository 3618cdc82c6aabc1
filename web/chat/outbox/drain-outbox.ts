import { showBadge } from '../../platform/app-badge.ts';
import { membersIn } from '../../installed-app/database.ts';
import { CallError } from '../../platform/call.ts';
import { afterFailure, nextToSend, nextTurn, withoutPause } from './outbox-entry.ts';
import { readEntries, removeEntry, updateEntry } from './outbox-storage.ts';
import { inTurn, sendEntry } from './send-entry.ts';

/**
 * Sends pending messages for the service worker: the network is back, and maybe no page is open. Rejects if there is
 * no network after all, or the server wants a later attempt, so that the browser wakes the worker again.
 */
export async function drainOutbox(): Promise<void> {
  let waits = false;
  for (const member of await membersIn('outbox')) waits = (await drainOf(member)) || waits;
  if (waits) throw new Error('messages wait for another try');
}

/** Sends a member's pending messages. True if some are left that another attempt may send. */
async function drainOf(member: string): Promise<boolean> {
  await inTurn(member, () => endPauses(member));
  for (;;) {
    const did = await inTurn(member, () => sendOldest(member));
    if (did === 'nobody') {
      // The next page to open decides about these messages; their member is logged out, so the badge is cleared.
      await showBadge(0);
      return false;
    }
    if (did === 'nothing') return nextTurn(await readEntries(member, Date.now())) !== undefined;
  }
}

async function endPauses(member: string): Promise<void> {
  for (const entry of await readEntries(member, Date.now()))
    if (entry.notBefore > 0 && !entry.hadAnswer) await updateEntry(member, withoutPause(entry));
}

/** Tries one entry. `nothing` if none may be sent now, `nobody` if its member is not logged in. */
async function sendOldest(member: string): Promise<'tried' | 'nothing' | 'nobody'> {
  const entry = nextToSend(await readEntries(member, Date.now()), Date.now());
  if (!entry) return 'nothing';
  try {
    await sendEntry(entry, member);
    await removeEntry(member, entry.key);
  } catch (error) {
    if (error instanceof CallError && error.body.authentication_required) return 'nobody';
    await updateEntry(member, afterFailure(entry, error, Date.now()));
    if (!(error instanceof CallError)) throw error;
  }
  return 'tried';
}
