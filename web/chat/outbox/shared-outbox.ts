import type { Output } from '../../../contract/index.ts';
import { sendWaitMs, uploadWaitMs } from '../../../contract/platform/limits.ts';
import { putRecord, listRecords, removeRecord, replaceRecord } from '../../platform/storage/database.ts';
import { inTime } from '../../platform/storage/in-time.ts';
import { type Call, call } from '../../platform/calls/call.ts';
import { forget, keep, namesKept, readKept } from '../../platform/storage/member-storage.ts';
import { type OutboxEntry, byAge, earlyName, endedEntry, restoreEntry } from './outbox-entry.ts';

/**
 * All tabs and the service worker share the stored entries, and the turn to send them. An entry disappears only when it
 * is delivered or dropped, so an entry that is gone needs no sending.
 */
const store = 'outbox';

export async function readEntries(member: MemberId): Promise<OutboxEntry[]> {
  const records = await listRecords(store, member).catch((): unknown[] => []);
  const entries = records.map((record) => restoreEntry(record, Date.now()));
  return entries.filter((entry) => entry !== null).toSorted(byAge);
}

export async function storeEntry(member: MemberId, entry: OutboxEntry): Promise<boolean> {
  try {
    await putRecord(store, { ...entry, member });
  } catch {
    return false;
  }
  forget(member, earlyName(entry.key));
  announce(member);
  return true;
}

/** Stores a change, unless another tab or the worker has delivered or dropped the entry meanwhile. */
export async function updateEntry(member: MemberId, entry: OutboxEntry): Promise<void> {
  // If storage is full, the entry stays as it was, and is retried sooner than it should be.
  await replaceRecord(store, { ...entry, member }).catch(() => undefined);
  announce(member);
}

export async function removeEntry(member: MemberId, key: string): Promise<void> {
  // An entry that stays is sent again under its key, which changes nothing.
  await removeRecord(store, { member, key }).catch(() => undefined);
  forget(member, earlyName(key));
  announce(member);
}

/** Opened on first use: an open channel would keep a server process running. */
let channel: BroadcastChannel | undefined;
const openChannel = (): BroadcastChannel => (channel ??= new BroadcastChannel('tealight.outbox'));

function announce(member: MemberId): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  openChannel().postMessage(member);
}

/** Calls `listener` when another tab or the service worker has changed a member's entries. */
export function onOutboxChange(member: MemberId, listener: () => void, life: AbortController): void {
  openChannel().addEventListener('message', ({ data }) => data === member && listener(), { signal: life.signal });
}

export function readEarly(member: MemberId): OutboxEntry[] {
  const entries = namesKept(member, earlyName('')).map((name) => restoreEntry(readKept(member, name), Date.now()));
  return entries.filter((entry) => entry !== null);
}

/** Reads each entry just before storing it, because another tab may have delivered it. What does not fit stays. */
export async function storeEarly(member: MemberId): Promise<void> {
  for (const name of namesKept(member, earlyName(''))) {
    const entry = restoreEntry(readKept(member, name), Date.now());
    if (entry) await storeEntry(member, entry);
    else forget(member, name);
  }
}

/** Counts those in the database, those no page has stored, and those on this page, as storage may be slow or full. */
export async function countUnsent(member: MemberId, shown: readonly OutboxEntry[]): Promise<number> {
  // Read before the database, because an entry may move there meanwhile.
  const early = readEarly(member);
  const entries = [...early, ...shown, ...(await inTime(readEntries(member)).catch(() => []))];
  return new Set(entries.map(({ key }) => key)).size;
}

/** Holds back a member's unsent messages after their session ended, until they decide. Rejects if storage is slow. */
export async function holdEntries(member: MemberId): Promise<void> {
  for (const entry of readEarly(member)) keep(member, earlyName(entry.key), endedEntry(entry));
  for (const entry of await inTime(readEntries(member)))
    if (entry.state === 'waiting') await updateEntry(member, endedEntry(entry));
}

export type Sent = Output<'sendMessage'>;

/** Sends a photo and reports its progress. */
export type Upload = (fields: Record<string, string | Blob>) => Promise<Sent>;

/** The ways in which a page sends. The service worker has `call` alone. */
interface Ways {
  upload?: Upload;
  /** Sends anything else. */
  call: Call;
}

/** Throws what `call` throws, also for a response without the message, because then nothing was stored. */
export async function sendEntry(entry: OutboxEntry, member: MemberId, ways: Ways = { call }): Promise<Sent> {
  const sent = (await request(entry, member, ways)) as Partial<Sent> | null;
  if (typeof sent?.message?.seq !== 'number') throw new TypeError('the response has no message');
  return sent as Sent;
}

function request(entry: OutboxEntry, member: MemberId, ways: Ways): Promise<Sent> {
  const { key, profile, text, gift, photo, quote, client } = entry;
  const taken = quote && { quote_kind: quote.kind, quote: quote.value };
  const sent = { profile, idempotency_key: key };
  // Other tabs and the worker wait for this request: a response that is not in time counts as none.
  const as = { member, client, signal: AbortSignal.timeout(photo ? uploadWaitMs : sendWaitMs) };
  if (photo) {
    const fields = { ...sent, ...(text !== null && { text }), ...taken, photo };
    return ways.upload ? ways.upload(fields) : call('sendMessage', fields as never, as);
  }
  if (gift) return ways.call('sendGift', { ...sent, gift, ...(text !== null && { note: text }) }, as);
  return ways.call('sendMessage', { ...sent, text: text ?? '', ...taken }, as);
}

/**
 * Runs `send` while no other tab or worker of the member sends. Without locks, or if one is held for so long that its
 * tab is likely suspended, two may send the same entry, which the server stores once because of its key.
 */
export async function inTurn<T>(member: MemberId, send: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return send();
  let hasBegun = false;
  const begin = (): Promise<T> => {
    hasBegun = true;
    return send();
  };
  try {
    const options = { signal: AbortSignal.timeout(uploadWaitMs) };
    return (await navigator.locks.request(`tealight.outbox.${member}`, options, begin)) as T;
  } catch (error) {
    if (hasBegun) throw error;
    return send();
  }
}

export const outboxTag = 'outbox';

/**
 * Asks the browser to wake the worker later, even if the page is closed. Without Background Sync, the next page sends.
 */
export function wakeWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((worker) => (worker as RegistrationWithSync | undefined)?.sync?.register(outboxTag))
    // Refused by the browser or its user: the outbox waits for the next page.
    .catch(() => undefined);
}

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
