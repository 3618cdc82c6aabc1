import { putRecord, listRecords, removeRecord, replaceRecord } from '../../installed-app/database.ts';
import { inTime } from '../../installed-app/in-time.ts';
import { keep, namesKept, readKept } from '../member-storage.ts';
import { type OutboxEntry, earlyName, endedEntry, restoreEntry } from './outbox-entry.ts';

/**
 * The unsent messages of a member, in the database that tabs and service worker share. An entry disappears only when
 * its message is delivered or its member drops it, so an entry that is gone needs no sending.
 */
const store = 'outbox';
const channelName = 'tealight.outbox';

/** Returns the stored entries, oldest first; none if the browser forbids storage. */
export async function readEntries(member: string, now: number): Promise<OutboxEntry[]> {
  const records = await listRecords(store, member).catch((): unknown[] => []);
  const entries = records.map((record) => restoreEntry(record, now));
  return entries.filter((entry) => entry !== null).toSorted(byAge);
}

/** False if storage is full or forbidden: the entry is in this page only. */
export async function storeEntry(member: string, entry: OutboxEntry): Promise<boolean> {
  const stored = await putRecord(store, { ...entry, member }).then(
    () => true,
    () => false,
  );
  if (!stored) return false;
  keep(member, earlyName(entry.key), null);
  announce(member);
  return true;
}

/** Stores a change, unless another tab or the worker has delivered or dropped the entry meanwhile. */
export async function updateEntry(member: string, entry: OutboxEntry): Promise<void> {
  // If storage is full, the entry stays as it was, and is retried sooner than it should be.
  await replaceRecord(store, { ...entry, member }).catch(() => undefined);
  announce(member);
}

export async function removeEntry(member: string, key: string): Promise<void> {
  // An entry that stays is sent again under its key, which changes nothing.
  await removeRecord(store, { member, key }).catch(() => undefined);
  keep(member, earlyName(key), null);
  announce(member);
}

/** Opened on first use: an open channel would keep a server process running. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel(channelName));
}

function announce(member: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  openChannel().postMessage(member);
}

/** Calls `listener` when another tab or the service worker has changed a member's entries. */
export function onOutboxChange(member: string, listener: () => void, life: AbortController): void {
  openChannel().addEventListener('message', ({ data }) => data === member && listener(), { signal: life.signal });
}

/**
 * Moves entries out of localStorage, where a page that ended early or an earlier version put them. If two tabs do so
 * and one has already delivered an entry, the server recognizes its key and sends nothing twice. Entries that do not
 * fit stay for the next time.
 */
export async function adoptOldEntries(member: string, now: number): Promise<void> {
  for (const name of namesKept(member, earlyName(''))) {
    const entry = restoreEntry(readKept(member, name), now);
    if (entry) await storeEntry(member, entry);
    else keep(member, name, null);
  }
}

/** Holds back a member's unsent messages after their session ended, until they decide. Rejects if storage is slow. */
export async function holdEntries(member: string): Promise<void> {
  const now = Date.now();
  for (const name of namesKept(member, earlyName(''))) {
    const entry = restoreEntry(readKept(member, name), now);
    if (entry) keep(member, name, endedEntry(entry));
  }
  for (const entry of await inTime(readEntries(member, now)))
    if (entry.state === 'waiting') await updateEntry(member, endedEntry(entry));
}

export function byAge(a: OutboxEntry, b: OutboxEntry): number {
  return Date.parse(a.at) - Date.parse(b.at);
}
