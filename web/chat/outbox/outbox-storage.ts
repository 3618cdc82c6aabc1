import { isKeptUnder, keep, namesKept, readKept } from '../member-storage.ts';
import { type OutboxEntry, restoreEntry } from './outbox-entry.ts';

/**
 * The unsent text messages and gifts of a member in localStorage, each under a key of its own: tabs share the storage
 * without a lock, and a list under one key would be rewritten by a tab that has not heard of the latest entry. A key
 * disappears only when its message is delivered or its member drops it, so an entry that is gone needs no sending.
 */
const prefix = 'outbox.';

/** The stored entries, oldest first. */
export function readEntries(member: string, now: number): OutboxEntry[] {
  splitList(member, now);
  const kept = namesKept(member, prefix).map((name) => restoreEntry(readKept(member, name), now));
  return kept.filter((entry) => entry !== null).toSorted(byAge);
}

/**
 * A browser that has not opened the site for long may hold a list of all entries. Each gets a key of its own. If another
 * tab does the same and has delivered one already, the server answers its key again and sends nothing twice.
 */
function splitList(member: string, now: number): void {
  const list = readKept(member, 'outbox');
  if (!Array.isArray(list)) return;
  const entries = list.map((stored) => restoreEntry(stored, now)).filter((entry) => entry !== null);
  // Where the storage has no room, the rest stays in the list. An entry in both would come back after it was delivered.
  const left = entries.filter((entry) => !storeEntry(member, entry));
  keep(member, 'outbox', left.length > 0 ? left : null);
}

/** Photos are too large for this storage and live in their page. False when the entry is in this page only. */
export function storeEntry(member: string, entry: OutboxEntry): boolean {
  return entry.kind !== 'photo' && keep(member, prefix + entry.key, entry);
}

/** Stores a change, unless another tab has delivered or dropped the entry meanwhile. */
export function updateEntry(member: string, entry: OutboxEntry): void {
  if (readKept(member, prefix + entry.key) !== null) keep(member, prefix + entry.key, entry);
}

export function removeEntry(member: string, key: string): void {
  keep(member, prefix + key, null);
}

/** Whether a `storage` event tells of a change that another tab made to these entries. */
export function isOutboxKey(key: string | null, member: string): boolean {
  return isKeptUnder(key, member, prefix);
}

export function byAge(a: OutboxEntry, b: OutboxEntry): number {
  return Date.parse(a.at) - Date.parse(b.at);
}
