import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

import { isKeptUnder, keep, readKept } from './member-storage.ts';
import { noteDelivered } from './note-delivered.ts';
import {
  type NewEntry,
  type OutboxEntry,
  afterFailure,
  changeEntry,
  newEntry,
  nextToSend,
  nextTurn,
  restoreEntries,
  tryAgain,
} from './outbox.ts';
import { sendEntry } from './send-entry.ts';

/** The outbox of the logged-in member: text and gifts live in this browser until they arrive, photos in this page. */
const stored = 'outbox';
const none: readonly OutboxEntry[] = [];

interface Photo {
  blob: Blob;
  url: string;
  progress: number;
  cancel: AbortController;
}

let entries: readonly OutboxEntry[] = none;
let owner: { member: string; queries: QueryClient } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const photos = new Map<string, Photo>();
const listeners = new Set<() => void>();

function change(next: readonly OutboxEntry[]): void {
  entries = next;
  if (owner) {
    const kept = next.filter((entry) => entry.kind !== 'photo');
    keep(owner.member, stored, kept.length === 0 ? null : kept);
  }
  for (const listener of listeners) listener();
}

/** Begins to send what this member's outbox holds; returns what closes it. */
export function openOutbox(member: string, queries: QueryClient): () => void {
  owner = { member, queries };
  const life = new AbortController();
  const load = (): void => {
    const inPage = entries.filter((entry) => entry.kind === 'photo' || entry.state === 'sending');
    const known = new Set(inPage.map((entry) => entry.key));
    const kept = restoreEntries(readKept(member, stored), Date.now()).filter((entry) => !known.has(entry.key));
    entries = [...kept, ...inPage].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
    for (const listener of listeners) listener();
    void pump();
  };
  load();
  window.addEventListener('online', retryNow, life);
  // Another tab sent or added something.
  window.addEventListener('storage', ({ key }) => isKeptUnder(key, member, stored) && load(), life);
  return () => {
    life.abort();
    clearTimeout(timer);
    owner = undefined;
    entries = none;
    photos.clear();
  };
}

/** Puts a message into the outbox; it is sent at once if it can be. */
export function putInOutbox(entry: NewEntry, photo?: Blob): void {
  if (photo) {
    const url = URL.createObjectURL(photo);
    photos.set(entry.key, { blob: photo, url, progress: 0, cancel: new AbortController() });
  }
  change([...entries, newEntry(entry)]);
  void pump();
}

export function retryEntry(key: string): void {
  change(changeEntry(entries, key, tryAgain));
  void pump();
}

/** Lets a message go; an upload that is under way stops. */
export function dropEntry(key: string): void {
  const photo = photos.get(key);
  photo?.cancel.abort();
  if (photo) URL.revokeObjectURL(photo.url);
  photos.delete(key);
  change(entries.filter((entry) => entry.key !== key));
}

function retryNow(): void {
  change(entries.map((entry) => (entry.state === 'waiting' ? { ...entry, notBefore: 0 } : entry)));
  void pump();
}

async function pump(): Promise<void> {
  clearTimeout(timer);
  const entry = owner && nextToSend(entries, Date.now());
  if (!owner || !entry) return sleepUntilNextTurn();
  const { member, queries } = owner;
  change(changeEntry(entries, entry.key, (mine) => ({ ...mine, state: 'sending' })));
  try {
    const answer = await sendEntry(member, entry, photos.get(entry.key), (part) => noteProgress(entry.key, part));
    if (owner?.member !== member) return;
    await noteDelivered(queries, entry.profile, answer);
    dropEntry(entry.key);
  } catch (error) {
    if (owner?.member !== member) return;
    change(changeEntry(entries, entry.key, (mine) => afterFailure(mine, error, Date.now())));
    // The conversation knows why: no credits, a block, a limit.
    if (entries.some(({ key, state }) => key === entry.key && state === 'failed'))
      for (const name of ['chat', 'chat-with', 'user']) void queries.invalidateQueries({ queryKey: [name] });
  }
  return pump();
}

function sleepUntilNextTurn(): void {
  const turn = nextTurn(entries);
  if (turn === undefined || entries.some((entry) => entry.state === 'sending')) return;
  timer = setTimeout(() => void pump(), Math.max(0, turn - Date.now()) + 10);
}

function noteProgress(key: string, progress: number): void {
  const photo = photos.get(key);
  if (!photo) return;
  photos.set(key, { ...photo, progress });
  change([...entries]);
}

/** The picture of an entry and how far its upload is, 0 to 1. */
export function photoOf(key: string): { url: string; progress: number } | undefined {
  return photos.get(key);
}

/** What waits, is on its way or was refused towards one member, oldest first. */
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
