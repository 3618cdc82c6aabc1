import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

import type { Output } from '../../../contract/index.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { noteDelivered } from './note-delivered.ts';
import { byAge, isOutboxKey, readEntries, removeEntry, storeEntry, updateEntry } from './outbox-storage.ts';
import {
  type NewEntry,
  type OutboxEntry,
  afterFailure,
  newEntry,
  nextToSend,
  nextTurn,
  tryAgain,
  withoutPause,
} from './outbox-entry.ts';
import { sendEntry } from './send-entry.ts';

/** The outbox of the logged-in member in this tab. The storage that its tabs share is the truth about text and gifts. */
const none: readonly OutboxEntry[] = [];

interface Owner {
  member: string;
  queries: QueryClient;
}

interface Photo {
  blob: Blob;
  url: string;
  progress: number;
  cancel: AbortController;
}

let entries: readonly OutboxEntry[] = none;
let owner: Owner | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** Keys of entries that this page alone knows: photos, and what the browser refused to store. */
const inPageOnly = new Set<string>();
const photos = new Map<string, Photo>();
const listeners = new Set<() => void>();

function show(next: readonly OutboxEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Takes over what other tabs have added, changed, delivered or dropped. What this tab is sending stays as it is. */
function readStorage({ member }: Owner): void {
  const own = entries.filter(({ key, state }) => inPageOnly.has(key) || state === 'sending');
  const known = new Set(own.map(({ key }) => key));
  const stored = readEntries(member, Date.now()).filter(({ key }) => !known.has(key));
  show([...stored, ...own].toSorted(byAge));
}

function change(key: string | null, how: (entry: OutboxEntry) => OutboxEntry): void {
  show(
    entries.map((entry) => {
      if (key !== null && entry.key !== key) return entry;
      const next = how(entry);
      if (owner && next !== entry && !inPageOnly.has(entry.key)) updateEntry(owner.member, next);
      return next;
    }),
  );
}

/** Starts sending what this member's outbox holds. Returns a function that closes it. */
export function openOutbox(member: string, queries: QueryClient): () => void {
  const mine = { member, queries };
  owner = mine;
  const life = new AbortController();
  const retryNow = (): void => {
    change(null, withoutPause);
    void sendAll();
  };
  readStorage(mine);
  retryNow();
  window.addEventListener('online', retryNow, life);
  const onStorage = ({ key }: StorageEvent): void => {
    if (!isOutboxKey(key, member)) return;
    readStorage(mine);
    void sendAll();
  };
  window.addEventListener('storage', onStorage, life);
  return () => {
    life.abort();
    clearTimeout(timer);
    owner = undefined;
    entries = none;
    inPageOnly.clear();
    photos.clear();
  };
}

/** Puts a message into the outbox; it is sent at once if it can be. */
export function putInOutbox(message: NewEntry, photo?: Blob): void {
  if (photo) {
    const url = URL.createObjectURL(photo);
    photos.set(message.key, { blob: photo, url, progress: 0, cancel: new AbortController() });
  }
  const entry = newEntry(message);
  if (!owner || !storeEntry(owner.member, entry)) inPageOnly.add(entry.key);
  show([...entries, entry]);
  void sendAll();
}

export function retryEntry(key: string): void {
  change(key, tryAgain);
  void sendAll();
}

/** Removes a message from the outbox; an upload that is under way stops. */
export function dropEntry(key: string): void {
  const photo = photos.get(key);
  photo?.cancel.abort();
  if (photo) URL.revokeObjectURL(photo.url);
  photos.delete(key);
  inPageOnly.delete(key);
  if (owner) removeEntry(owner.member, key);
  show(entries.filter((entry) => entry.key !== key));
}

/** Sends one entry after the other until none may be sent now, then sets a timer for the next one. */
async function sendAll(): Promise<void> {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  try {
    for (let next = readyToSend(); next; next = readyToSend()) await sendNext(next);
  } finally {
    isSending = false;
  }
  const turn = owner && nextTurn(entries);
  if (turn !== undefined) timer = setTimeout(() => void sendAll(), Math.max(0, turn - Date.now()) + 10);
}

function readyToSend(): Owner | undefined {
  return owner && nextToSend(entries, Date.now()) ? owner : undefined;
}

async function sendNext(mine: Owner): Promise<void> {
  const sent = await inTurn(mine.member, () => sendOldest(mine));
  if (!sent || owner !== mine) return;
  try {
    await noteDelivered(mine.queries, sent.entry.profile, sent.answer);
  } finally {
    dropEntry(sent.entry.key);
  }
}

/**
 * Tabs of one member send one after the other, so that each finds in the storage what the others have done. Where the
 * browser has no locks, two tabs may send the same entry, which the server stores once because of its key.
 */
function inTurn<T>(member: string, send: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return send();
  return navigator.locks.request(`tealight.outbox.${member}`, send) as Promise<T>;
}

async function sendOldest(mine: Owner): Promise<{ entry: OutboxEntry; answer: Output<'sendMessage'> } | undefined> {
  if (owner !== mine) return undefined;
  readStorage(mine);
  const entry = nextToSend(entries, Date.now());
  if (!entry) return undefined;
  show(entries.map((other) => (other === entry ? { ...entry, state: 'sending' } : other)));
  try {
    const answer = await sendEntry(entry, photos.get(entry.key), (part) => noteProgress(entry.key, part));
    removeEntry(mine.member, entry.key);
    return { entry, answer };
  } catch (error) {
    if (owner === mine) noteFailure(mine, entry.key, error);
    return undefined;
  }
}

function noteFailure({ queries }: Owner, key: string, error: unknown): void {
  change(key, (entry) => afterFailure(entry, error, Date.now()));
  if (entries.some((entry) => entry.key === key && entry.state === 'failed'))
    applyToCaches(queries, { type: 'send-refused' });
}

function noteProgress(key: string, progress: number): void {
  const photo = photos.get(key);
  if (!photo) return;
  photos.set(key, { ...photo, progress });
  show([...entries]);
}

/** The picture of an entry and how far its upload is, 0 to 1. */
export function photoOf(key: string): { url: string; progress: number } | undefined {
  return photos.get(key);
}

/** What waits, is being sent or was refused towards one member, oldest first. */
export function useOutbox(profile: string): OutboxEntry[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => entries,
    () => none,
  );
  return useMemo(() => all.filter((entry) => entry.profile === profile), [all, profile]);
}
