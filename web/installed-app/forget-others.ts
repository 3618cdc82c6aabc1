import { showBadge } from '../platform/app-badge.ts';
import { isPhotoDraft, getDraftReceiver } from '../chat/composer/photo-drafts.ts';
import { restoreEntry } from '../chat/outbox/outbox-entry.ts';
import {
  type StoreName,
  deleteOthersRecords,
  leftBehind,
  listRecords,
  membersIn,
  openDatabase,
} from '../platform/storage/database.ts';
import { keptPush } from '../platform/storage/member-storage.ts';
import { listKeys, setItem } from '../platform/storage/storage.ts';
import { inTime, isLate } from '../platform/storage/in-time.ts';
import { deleteOthersPhotos } from './photo-cache.ts';
import { dropShared, deleteOthersShared } from '../chat/share/shared.ts';

/**
 * Removes other members' data; everybody's if nobody is logged in, and then clears the badge. Without a note of the
 * member's pushes, the subscription and its notifications go too. The unsent data of `waits` stays. `drafts`: sender
 * and receiver of texts that are counted already. Returns how many messages and drafts of others were not sent.
 */
export async function forgetOthers(
  member: MemberId | null,
  hasLeft: boolean,
  waits: MemberId | null = null,
  drafts: ReadonlySet<string> = new Set(),
): Promise<number> {
  const others = await inTime(findOthers(member, drafts)).catch(() => ({ unsent: drafts.size, haveRecords: true }));
  // A visitor's first page leaves no mark, not even for a moment.
  if (others.haveRecords) setItem('localStorage', leftBehind, member ?? '');
  try {
    await inTime(remove(member, hasLeft, waits));
    setItem('localStorage', leftBehind, null);
  } catch {
    // Storage is forbidden or does not respond: the next page tries again, and shows none of it before.
  }
  return others.unsent;
}

async function remove(member: MemberId | null, hasLeft: boolean, waits: MemberId | null): Promise<void> {
  const removeRecords = async (): Promise<unknown> =>
    (await isAllowed(openDatabase)) && deleteOthersRecords(member, waits);
  const removeCaches = async (): Promise<unknown> =>
    (await isAllowed(() => caches.keys())) &&
    Promise.all([deleteOthersPhotos(member), hasLeft ? dropShared() : deleteOthersShared(member)]);
  await Promise.all([
    // A page that is not hydrated does not set the badge itself.
    member === null && showBadge(0),
    'serviceWorker' in navigator && endPushesOfOthers(),
    'indexedDB' in window && removeRecords(),
    // The Cache API exists in secure contexts only.
    'caches' in window && removeCaches(),
  ]);
}

/** True if the browser lets the site use a storage, or does not respond: data may be left behind. */
async function isAllowed(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    return isLate(error);
  }
}

async function findOthers(
  member: MemberId | null,
  texts: ReadonlySet<string>,
): Promise<{ unsent: number; haveRecords: boolean }> {
  if (!('indexedDB' in window)) return { unsent: texts.size, haveRecords: false };
  const othersIn = async (store: StoreName): Promise<MemberId[]> =>
    (await membersIn(store).catch(() => [])).filter((other) => other !== member);
  const [writers, readers] = await Promise.all([othersIn('outbox'), othersIn('kept')]);
  const records = (await Promise.all(writers.map((other) => listRecords('outbox', other).catch(() => [])))).flat();
  const messages = records.filter((record) => restoreEntry(record, Date.now()) !== null);
  // Photos of drafts are stored beside the messages.
  const photos = records.filter(isPhotoDraft).map((draft) => `${draft.member} ${getDraftReceiver(draft)}`);
  const unsent = messages.length + new Set([...texts, ...photos]).size;
  return { unsent, haveRecords: writers.length + readers.length > 0 };
}

/** Ends pushes if no note for them is left: other members' notes are already gone (`deleteOthersData`). */
async function endPushesOfOthers(): Promise<void> {
  try {
    if (listKeys('localStorage', '').some((key) => key.endsWith(`.${keptPush}`))) return;
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  } catch {
    // Refused by the browser, or offline: the server has ended it with the session.
  }
}
