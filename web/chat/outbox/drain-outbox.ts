import { showBadge } from '../../platform/app-badge.ts';
import { membersIn } from '../../platform/storage/database.ts';
import { CallError } from '../../platform/calls/call.ts';
import { afterFailure, nextToSend, nextTurn, withoutPause } from './outbox-entry.ts';
import { inTurn, readEntries, removeEntry, sendEntry, updateEntry } from './shared-outbox.ts';

/** Rejects if there is no network or the server wants a later attempt, so that the browser wakes the worker again. */
export async function drainOutbox(): Promise<void> {
  let waits = false;
  for (const member of await membersIn('outbox')) waits = (await drain(member)) || waits;
  if (waits) throw new Error('messages wait for another try');
}

/** Sends a member's pending messages. True if some are left that another attempt may send. */
async function drain(member: MemberId): Promise<boolean> {
  await inTurn(member, () => endPauses(member));
  for (;;) {
    const did = await inTurn(member, () => sendOldest(member));
    if (did === 'nobody') {
      // The next page to open decides about these messages; their member is logged out, so the badge is cleared.
      await showBadge(0);
      return false;
    }
    if (did === 'nothing') return nextTurn(await readEntries(member)) !== undefined;
  }
}

async function endPauses(member: MemberId): Promise<void> {
  for (const entry of await readEntries(member))
    if (entry.notBefore > 0 && !entry.hadResponse) await updateEntry(member, withoutPause(entry));
}

/** Tries one entry. Returns `nothing` if none may be sent now, `nobody` if its member is not logged in. */
async function sendOldest(member: MemberId): Promise<'tried' | 'nothing' | 'nobody'> {
  const entry = nextToSend(await readEntries(member), Date.now());
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
