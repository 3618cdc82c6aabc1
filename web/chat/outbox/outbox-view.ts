import { useMemo, useSyncExternalStore } from 'react';

import { clientHere } from '../../platform/call.ts';
import { keep } from '../member-storage.ts';
import { type NewEntry, type OutboxEntry, earlyName, newEntry, writtenAfter } from './outbox-entry.ts';

/** The outbox as this tab shows it. `outbox-store.ts`, which stores and sends it, is loaded after the page. */
const none: readonly OutboxEntry[] = [];

interface Photo {
  url: string;
  progress: number;
  cancel: AbortController;
}

/** Stores and sends while a member is logged in. */
export interface Sender {
  put(entry: OutboxEntry): void;
  retry(key: string): void;
  drop(key: string): void;
}

let entries: readonly OutboxEntry[] = none;
let sender: Sender | undefined;
/** Entries that were put here before a sender was loaded. */
const early: OutboxEntry[] = [];
/** Callbacks for entries that are in this page only (being stored, or storage is full): called once they are safe. */
const inPageOnly = new Map<string, () => void>();
const photos = new Map<string, Photo>();
const listeners = new Set<() => void>();

export function shownEntries(): readonly OutboxEntry[] {
  return entries;
}

export function show(next: readonly OutboxEntry[]): void {
  entries = next;
  for (const { key, photo } of next)
    if (photo && !photos.has(key))
      photos.set(key, { url: URL.createObjectURL(photo), progress: 0, cancel: new AbortController() });
  for (const listener of listeners) listener();
}

/** Sets the sender; without one, nothing is shown either. */
export function setSender(next: Sender | undefined): void {
  sender = next;
  for (const entry of early.splice(0)) next?.put(entry);
  if (next) return;
  entries = none;
  inPageOnly.clear();
  for (const { url } of photos.values()) URL.revokeObjectURL(url);
  photos.clear();
}

/**
 * Puts a message of a member into the outbox; it is sent at once if possible. Resolves when it is stored or, if
 * storage is full or forbidden, when it is delivered or dropped. The page may end before the sender is loaded: until
 * then, localStorage keeps the message, unless it has a photo.
 */
export function putInOutbox(member: string, message: NewEntry): Promise<void> {
  const at = writtenAfter(entries, message.at);
  const entry = { ...newEntry({ ...message, at }), client: clientHere() };
  const safe = new Promise<void>((resolve) => inPageOnly.set(entry.key, resolve));
  show([...entries, entry]);
  if (sender) sender.put(entry);
  else {
    early.push(entry);
    if (!entry.photo && keep(member, earlyName(entry.key), entry)) inPageOnly.get(entry.key)?.();
  }
  return safe;
}

export function isInPageOnly(key: string): boolean {
  return inPageOnly.has(key);
}

/** The messages to a member that are in this page only. Their text stays a draft, which is not shown beside them. */
export function inPageTo(profile: string): OutboxEntry[] {
  return entries.filter((entry) => entry.profile === profile && isInPageOnly(entry.key));
}

/** Marks an entry as stored. */
export function markStored(key: string): void {
  inPageOnly.get(key)?.();
  inPageOnly.delete(key);
  show([...entries]);
}

export function retryEntry(key: string): void {
  sender?.retry(key);
}

/** Removes a message from the outbox and aborts its upload. */
export function dropEntry(key: string): void {
  const photo = photos.get(key);
  photo?.cancel.abort();
  if (photo) URL.revokeObjectURL(photo.url);
  photos.delete(key);
  sender?.drop(key);
  inPageOnly.get(key)?.();
  inPageOnly.delete(key);
  show(entries.filter((entry) => entry.key !== key));
}

export function setUploadProgress(key: string, progress: number): void {
  const photo = photos.get(key);
  if (!photo) return;
  photos.set(key, { ...photo, progress });
  show([...entries]);
}

/** The photo of an entry and its upload progress, 0 to 1. */
export function findEntryPhoto(key: string): Photo | undefined {
  return photos.get(key);
}

/** The waiting, sending and failed messages to one member, oldest first. */
export function useOutbox(profile: string): OutboxEntry[] {
  const all = useSyncExternalStore(
    subscribe,
    () => entries,
    () => none,
  );
  return useMemo(() => all.filter((entry) => entry.profile === profile), [all, profile]);
}

/** The entry the chat list shows: the last failed one, as it needs a decision; otherwise, offline, the last one. */
export function useUnsent(profile: string, isOffline: boolean): OutboxEntry | undefined {
  return useSyncExternalStore(
    subscribe,
    () => {
      const toOne = entries.filter((entry) => entry.profile === profile);
      return toOne.findLast(({ state }) => state === 'failed') ?? (isOffline ? toOne.at(-1) : undefined);
    },
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
