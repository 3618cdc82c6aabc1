import { type ErrorCode, isErrorCode } from '../../contract/errors.ts';
import { type GiftId, giftIds } from '../../contract/gifts.ts';
import { idempotencyDays } from '../../contract/limits.ts';
import { CallError } from '../call.ts';

/**
 * A message that is not acknowledged yet. It is `waiting` (for its turn, the network or a next try), then `sending`; an
 * acknowledged one leaves the outbox, a refused one is `failed` until its member sends it again or lets it go. Its key
 * never changes: whatever happens in between, the server stores and charges it once.
 */
export interface OutboxEntry {
  key: string;
  profile: string;
  kind: 'text' | 'photo' | 'gift';
  text: string | null;
  gift: GiftId | null;
  /** What it will cost, in credits, as shown when it was sent. */
  credits: number;
  at: string;
  state: 'waiting' | 'sending' | 'failed';
  tries: number;
  /** Not before this moment, in milliseconds. */
  notBefore: number;
  failure: { code: ErrorCode; values: Record<string, unknown> } | null;
}

export type NewEntry = Pick<OutboxEntry, 'key' | 'profile' | 'kind' | 'text' | 'gift' | 'credits' | 'at'>;

const triesMax = 5;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const dayMs = 86_400_000;
/** The server remembers keys a little longer; a message older than this is not sent without being asked for again. */
const keptDays = idempotencyDays - 1;

export function newEntry(entry: NewEntry): OutboxEntry {
  return { ...entry, state: 'waiting', tries: 0, notBefore: 0, failure: null };
}

/** The entry whose turn it is: the oldest that waits and whose conversation has none before it. One is sent at a time. */
export function nextToSend(entries: readonly OutboxEntry[], now: number): OutboxEntry | undefined {
  if (entries.some((entry) => entry.state === 'sending')) return undefined;
  const firsts = entries.filter(
    (entry, index) =>
      entry.state === 'waiting' &&
      !entries.slice(0, index).some((other) => other.profile === entry.profile && other.state === 'waiting'),
  );
  return firsts.find((entry) => entry.notBefore <= now);
}

/** When the next entry may be sent, in milliseconds; undefined when none waits. */
export function nextTurn(entries: readonly OutboxEntry[]): number | undefined {
  const waiting = entries.filter((entry) => entry.state === 'waiting');
  return waiting.length === 0 ? undefined : Math.min(...waiting.map((entry) => entry.notBefore));
}

export function changeEntry(
  entries: readonly OutboxEntry[],
  key: string,
  change: (entry: OutboxEntry) => OutboxEntry,
): OutboxEntry[] {
  return entries.map((entry) => (entry.key === key ? change(entry) : entry));
}

/**
 * What a failed try means: without an answer, or with one that may be different next time, it waits and is tried again
 * under the same key; a refusal is final until the member decides.
 */
export function afterFailure(entry: OutboxEntry, error: unknown, now: number): OutboxEntry {
  const tries = entry.tries + 1;
  const answered = error instanceof CallError;
  if (answered && (!mayPass(error) || tries >= triesMax))
    return { ...entry, tries, state: 'failed', failure: { code: error.code, values: error.body } };
  const asked = answered ? Number(error.body['retry_after'] ?? 0) * 1_000 : 0;
  const delay = Math.max(asked, Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs));
  return { ...entry, tries, state: 'waiting', notBefore: now + delay };
}

function mayPass(error: CallError): boolean {
  return error.status >= 500 || error.status === 429 || error.code === 'request.key-in-flight';
}

/** The member asks for another try. */
export function tryAgain(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'waiting', tries: 0, notBefore: 0, failure: null };
}

/** What the browser kept, as entries: what was on its way is tried again, what is too old asks first. */
export function restoreEntries(kept: unknown, now: number): OutboxEntry[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter(isEntry).map((entry) => {
    if (entry.state === 'failed') return entry;
    if (now - Date.parse(entry.at) > keptDays * dayMs)
      return { ...entry, state: 'failed', failure: { code: 'request.error', values: {} } };
    return { ...entry, state: 'waiting', notBefore: 0 };
  });
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  const known = entry?.kind === 'text' || (entry?.kind === 'gift' && giftIds.includes(entry.gift as GiftId));
  const failed = entry?.state === 'failed' ? isErrorCode(entry.failure?.code) : true;
  return known && failed && typeof entry.key === 'string' && typeof entry.profile === 'string';
}

/** Entries that the history already holds are delivered, whether their answer arrived or not. */
export function withoutDelivered(
  entries: readonly OutboxEntry[],
  messages: readonly { idempotency_key: string | null }[],
): OutboxEntry[] {
  const delivered = new Set(messages.map((message) => message.idempotency_key));
  return entries.filter((entry) => !delivered.has(entry.key));
}
