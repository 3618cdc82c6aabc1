import type { QueryClient } from '@tanstack/react-query';

import { inTime } from '../../installed-app/in-time.ts';
import { wakeWorkerLater } from '../../installed-app/wake-worker.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { uploadForm } from '../../photos/upload-form.ts';
import { namesKept, readKept } from '../member-storage.ts';
import { cacheDelivered } from './cache-delivered.ts';
import {
  adoptOldEntries,
  byAge,
  onOutboxChange,
  readEntries,
  removeEntry,
  storeEntry,
  updateEntry,
} from './outbox-storage.ts';
import {
  type OutboxEntry,
  afterFailure,
  earlyName,
  nextToSend,
  nextTurn,
  restoreEntry,
  tryAgain,
  withoutPause,
} from './outbox-entry.ts';
import {
  dropEntry,
  isInPageOnly,
  setUploadProgress,
  markStored,
  findEntryPhoto,
  setSender,
  show,
  shownEntries,
} from './outbox-view.ts';
import { type Sent, inTurn, sendEntry } from './send-entry.ts';

/** The outbox of the logged-in member in this tab. The storage that tabs and worker share is the source of truth. */
interface Owner {
  member: string;
  queries: QueryClient;
}

let owner: Owner | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let isSending = false;
/** Version counter: a storage read that started before the last local change is discarded. */
let changes = 0;

/** Reads entries that others have added, changed, delivered or dropped. Entries that this tab is sending stay. */
async function readStorage(mine: Owner): Promise<void> {
  let stored: OutboxEntry[];
  let before: number;
  do {
    before = changes;
    stored = await readEntries(mine.member, Date.now());
  } while (before !== changes);
  if (owner !== mine) return;
  const own = shownEntries().filter(({ key, state }) => isInPageOnly(key) || state === 'sending');
  const known = new Set(own.map(({ key }) => key));
  show([...stored.filter(({ key }) => !known.has(key)), ...own].toSorted(byAge));
}

async function change(key: string | null, how: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
  changes += 1;
  const changed: OutboxEntry[] = [];
  show(
    shownEntries().map((entry) => {
      if (key !== null && entry.key !== key) return entry;
      const next = how(entry);
      if (next !== entry && !isInPageOnly(entry.key)) changed.push(next);
      return next;
    }),
  );
  const member = owner?.member;
  if (member !== undefined) await Promise.all(changed.map((entry) => updateEntry(member, entry)));
}

/**
 * Counts a member's unsent messages: those in the database, those that no page has stored yet, and those that this
 * page shows, as storage may be full, forbidden or slow.
 */
export async function countUnsentMessages(member: string): Promise<number> {
  const now = Date.now();
  // Read before the database, because an entry may move there meanwhile.
  const early = namesKept(member, earlyName('')).map((name) => restoreEntry(readKept(member, name), now));
  const shown = shownEntries();
  const entries = [...early, ...shown, ...(await inTime(readEntries(member, now)).catch(() => []))];
  return new Set(entries.map((entry) => entry?.key).filter((key) => key !== undefined)).size;
}

/** Starts sending this member's outbox. Returns a function that closes it. */
export function openOutbox(member: string, queries: QueryClient): () => void {
  const mine = { member, queries };
  owner = mine;
  const life = new AbortController();
  setSender({
    put: (entry) => void put(mine, entry),
    retry: (key) => void change(key, (entry) => tryAgain(entry, Date.now())).then(sendAll),
    drop: (key) => drop(mine, key),
  });
  const retryNow = async (): Promise<void> => {
    await readStorage(mine);
    if (owner !== mine) return;
    await change(null, withoutPause);
    await sendAll();
  };
  void adoptOldEntries(member, Date.now()).then(retryNow);
  window.addEventListener('online', () => void retryNow(), life);
  onOutboxChange(member, () => void readStorage(mine).then(sendAll), life);
  window.addEventListener('visibilitychange', () => shownEntries().length > 0 && wakeWorkerLater(), life);
  return () => {
    life.abort();
    clearTimeout(timer);
    owner = undefined;
    setSender(undefined);
  };
}

async function put(mine: Owner, entry: OutboxEntry): Promise<void> {
  if (await storeEntry(mine.member, entry)) markStored(entry.key);
  void sendAll();
}

function drop(mine: Owner, key: string): void {
  changes += 1;
  // Messages that waited for the member's decision may be sent now.
  void removeEntry(mine.member, key).then(sendAll);
}

/** Sends one entry after another until none may be sent now, then sets a timer for the next one. */
async function sendAll(): Promise<void> {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  try {
    for (let next = readyToSend(); next; next = readyToSend()) await sendNext(next);
  } finally {
    isSending = false;
  }
  const turn = owner && nextTurn(shownEntries());
  if (turn !== undefined) timer = setTimeout(() => void sendAll(), Math.max(0, turn - Date.now()) + 10);
}

function readyToSend(): Owner | undefined {
  return owner && nextToSend(shownEntries(), Date.now()) ? owner : undefined;
}

async function sendNext(mine: Owner): Promise<void> {
  const sent = await inTurn(mine.member, () => sendOldest(mine));
  if (!sent || owner !== mine) return;
  try {
    await cacheDelivered(mine.queries, sent.entry.profile, sent.answer);
  } finally {
    dropEntry(sent.entry.key);
  }
}

async function sendOldest(mine: Owner): Promise<{ entry: OutboxEntry; answer: Sent } | undefined> {
  await readStorage(mine);
  const entry = nextToSend(shownEntries(), Date.now());
  if (!entry || owner !== mine) return undefined;
  show(shownEntries().map((other) => (other === entry ? { ...entry, state: 'sending' } : other)));
  try {
    const signal = findEntryPhoto(entry.key)?.cancel.signal ?? new AbortController().signal;
    const onProgress = (part: number): void => setUploadProgress(entry.key, part);
    const answer = await sendEntry(entry, mine.member, (fields) =>
      uploadForm('sendMessage', fields, { onProgress, signal, member: mine.member }),
    );
    await removeEntry(mine.member, entry.key);
    return { entry, answer };
  } catch (error) {
    if (owner === mine) await recordFailure(mine, entry.key, error);
    return undefined;
  }
}

async function recordFailure({ queries }: Owner, key: string, error: unknown): Promise<void> {
  await change(key, (entry) => afterFailure(entry, error, Date.now()));
  wakeWorkerLater();
  if (shownEntries().some((entry) => entry.key === key && entry.state === 'failed'))
    applyToCaches(queries, { type: 'send-refused' });
}
