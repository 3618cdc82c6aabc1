import { useMemo, useSyncExternalStore } from 'react';

import { clientHere } from '../../platform/calls/call.ts';
import { keep } from '../../platform/storage/member-storage.ts';
import {
  type NewEntry,
  type OutboxEntry,
  afterFailure,
  byAge,
  earlyName,
  newEntry,
  nextToSend,
  nextTurn,
  tryAgain,
  withoutPause,
  writtenAfter,
} from './outbox-entry.ts';
import type { Owner } from './open-outbox.ts';
import type { Sent } from './shared-outbox.ts';

const none: readonly OutboxEntry[] = [];

interface Photo {
  url: string;
  progress: number;
  cancel: AbortController;
}

/**
 * The messages of a member that are not acknowledged yet, as this tab shows and sends them. The storage that all tabs
 * and the service worker share is the source of truth (`shared-outbox.ts`); the rules of an entry are in
 * `outbox-entry.ts`. The outbox is in one of three modes:
 *
 * - closed: it has no owner, because nobody has opened it yet or its member is gone. A message that is put here is
 *   shown, and localStorage keeps it unless it has a photo, because the page may end before it is opened.
 * - resting: it has an owner, and no entry may be sent now. A timer waits for the next one.
 * - sending (`#isSending`): it sends one entry after another, each in the member's turn, after a look at what other
 *   tabs and the worker have done. An entry leaves when its conversation shows the message.
 */
export class Outbox {
  #isSending = false;
  #owner: Owner | undefined;
  #entries = none;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Version counter: a storage read that started before the last local change is discarded. */
  #changes = 0;
  /** Callbacks for entries that are in this page only (being stored, or storage is full): called once they are safe. */
  readonly #inPageOnly = new Map<string, () => void>();
  readonly #photos = new Map<string, Photo>();
  readonly #listeners = new Set<() => void>();

  get entries(): readonly OutboxEntry[] {
    return this.#entries;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  isInPageOnly(key: string): boolean {
    return this.#inPageOnly.has(key);
  }

  /** The messages to a member that are in this page only. Their text stays a draft, which is not shown beside them. */
  inPageTo(profile: MemberId): OutboxEntry[] {
    return this.#entries.filter((entry) => entry.profile === profile && this.isInPageOnly(entry.key));
  }

  findPhoto(key: string): Photo | undefined {
    return this.#photos.get(key);
  }

  open(owner: Owner): () => void {
    const { member, tools } = owner;
    const life = new AbortController();
    this.#owner = owner;
    // The previous owner's entry may still be on its way.
    this.#isSending = false;
    for (const entry of this.#entries) void this.#store(owner, entry);
    const retryNow = async (): Promise<void> => {
      await this.#read(owner);
      if (this.#owner !== owner) return;
      await this.#change(null, withoutPause);
      await this.#send();
    };
    void tools.storeEarly(member).then(retryNow);
    window.addEventListener('online', () => void retryNow(), life);
    tools.onOutboxChange(member, () => void this.#read(owner).then(() => this.#send()), life);
    window.addEventListener('visibilitychange', () => this.#entries.length > 0 && tools.wakeWorkerLater(), life);
    return () => {
      life.abort();
      clearTimeout(this.#timer);
      this.#owner = undefined;
      this.#entries = none;
      this.#inPageOnly.clear();
      for (const { url } of this.#photos.values()) URL.revokeObjectURL(url);
      this.#photos.clear();
    };
  }

  /** Resolves when the message is stored or, if storage is full or forbidden, when it is delivered or dropped. */
  put(member: MemberId, message: NewEntry): Promise<void> {
    const at = writtenAfter(this.#entries, message.at);
    const entry = newEntry({ ...message, at, client: clientHere() });
    const safe = new Promise<void>((resolve) => this.#inPageOnly.set(entry.key, resolve));
    this.#show([...this.#entries, entry]);
    if (this.#owner) void this.#store(this.#owner, entry);
    else if (!entry.photo && keep(member, earlyName(entry.key), entry)) this.#inPageOnly.get(entry.key)?.();
    return safe;
  }

  retry(key: string): void {
    void this.#change(key, (entry) => tryAgain(entry, Date.now())).then(() => this.#send());
  }

  /** Removes a message from the outbox and aborts its upload. Messages that it held up may be sent then. */
  drop(key: string): void {
    const photo = this.#photos.get(key);
    photo?.cancel.abort();
    if (photo) URL.revokeObjectURL(photo.url);
    this.#photos.delete(key);
    this.#changes += 1;
    if (this.#owner) void this.#owner.tools.removeEntry(this.#owner.member, key).then(() => this.#send());
    this.#markSafe(key);
    this.#show(this.#entries.filter((entry) => entry.key !== key));
  }

  #show(entries: readonly OutboxEntry[]): void {
    this.#entries = entries;
    for (const { key, photo } of entries)
      if (photo && !this.#photos.has(key))
        this.#photos.set(key, { url: URL.createObjectURL(photo), progress: 0, cancel: new AbortController() });
    for (const listener of this.#listeners) listener();
  }

  #markSafe(key: string): void {
    this.#inPageOnly.get(key)?.();
    this.#inPageOnly.delete(key);
  }

  async #store({ member, tools }: Owner, entry: OutboxEntry): Promise<void> {
    if (await tools.storeEntry(member, entry)) {
      this.#changes += 1;
      this.#markSafe(entry.key);
      this.#show([...this.#entries]);
    }
    void this.#send();
  }

  /** Reads entries that others have added, changed, delivered or dropped. Entries that this tab is sending stay. */
  async #read(owner: Owner): Promise<void> {
    let stored: OutboxEntry[];
    let before: number;
    do {
      before = this.#changes;
      stored = await owner.tools.readEntries(owner.member);
    } while (before !== this.#changes);
    if (this.#owner !== owner) return;
    const own = this.#entries.filter(({ key, state }) => this.isInPageOnly(key) || state === 'sending');
    const known = new Set(own.map(({ key }) => key));
    this.#show([...stored.filter(({ key }) => !known.has(key)), ...own].toSorted(byAge));
  }

  /** Changes one entry, or all if `key` is null, here and in storage. */
  async #change(key: string | null, how: (entry: OutboxEntry) => OutboxEntry): Promise<void> {
    this.#changes += 1;
    const changed: OutboxEntry[] = [];
    this.#show(
      this.#entries.map((entry) => {
        if (key !== null && entry.key !== key) return entry;
        const next = how(entry);
        if (next !== entry && !this.isInPageOnly(entry.key)) changed.push(next);
        return next;
      }),
    );
    const owner = this.#owner;
    if (owner) await Promise.all(changed.map((entry) => owner.tools.updateEntry(owner.member, entry)));
  }

  /** Sends one entry after another until none may be sent now, then sets a timer for the next one. */
  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    const owner = this.#owner;
    if (!owner || this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#owner === owner && nextToSend(this.#entries, Date.now())) await this.#sendNext(owner);
    } finally {
      if (this.#owner === owner) this.#isSending = false;
    }
    const turn = this.#owner === owner ? nextTurn(this.#entries) : undefined;
    if (turn !== undefined) this.#timer = setTimeout(() => void this.#send(), Math.max(0, turn - Date.now()) + 10);
  }

  async #sendNext(owner: Owner): Promise<void> {
    const sent = await owner.tools.inTurn(owner.member, () => this.#sendOldest(owner));
    if (!sent || this.#owner !== owner) return;
    try {
      await owner.tools.cacheDelivered(owner.queries, sent.entry.profile, sent.response);
    } finally {
      this.drop(sent.entry.key);
    }
  }

  async #sendOldest(owner: Owner): Promise<{ entry: OutboxEntry; response: Sent } | undefined> {
    const { member, tools } = owner;
    await this.#read(owner);
    const entry = nextToSend(this.#entries, Date.now());
    if (!entry || this.#owner !== owner) return undefined;
    this.#show(this.#entries.map((other) => (other === entry ? { ...entry, state: 'sending' } : other)));
    try {
      const signal = this.findPhoto(entry.key)?.cancel.signal ?? new AbortController().signal;
      const onProgress = (part: number): void => this.#setProgress(entry.key, part);
      const response = await tools.sendEntry(entry, member, (fields) =>
        tools.uploadForm('sendMessage', fields, { onProgress, signal, member }),
      );
      await tools.removeEntry(member, entry.key);
      return { entry, response };
    } catch (error) {
      if (this.#owner === owner) await this.#recordFailure(owner, entry.key, error);
      return undefined;
    }
  }

  #setProgress(key: string, progress: number): void {
    const photo = this.#photos.get(key);
    if (!photo) return;
    this.#photos.set(key, { ...photo, progress });
    this.#show([...this.#entries]);
  }

  async #recordFailure({ queries, tools }: Owner, key: string, error: unknown): Promise<void> {
    await this.#change(key, (entry) => afterFailure(entry, error, Date.now()));
    tools.wakeWorkerLater();
    if (this.#entries.some((entry) => entry.key === key && entry.state === 'failed'))
      tools.applyToCaches(queries, { type: 'send-refused' });
  }
}

/** The outbox of this page: pages and their conversations come and go, and share it. */
export const outbox = new Outbox();

export function useOutbox(profile: MemberId): OutboxEntry[] {
  const all = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.entries,
    () => none,
  );
  return useMemo(() => all.filter((entry) => entry.profile === profile), [all, profile]);
}

/** Returns the entry for the chat list: the last failed one, which needs a decision; else, offline, the last one. */
export function useUnsentEntry(profile: MemberId, isOffline: boolean): OutboxEntry | undefined {
  return useSyncExternalStore(
    outbox.subscribe,
    () => {
      const toOne = outbox.entries.filter((entry) => entry.profile === profile);
      return toOne.findLast(({ state }) => state === 'failed') ?? (isOffline ? toOne.at(-1) : undefined);
    },
    () => undefined,
  );
}
