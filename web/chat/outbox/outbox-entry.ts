import { type ErrorCode, hasCodeShape } from '../../../contract/errors.ts';
import type { Foothold } from '../../../contract/foothold.ts';
import { type GiftId, giftIds } from '../../../contract/gifts.ts';
import { idempotencyDays } from '../../../contract/limits.ts';
import { CallError, type Client, retryDelayMs } from '../../call.ts';

/**
 * A message that is not acknowledged yet. It is `waiting` (for its turn, the network or the next try), then `sending`. An
 * acknowledged message leaves the outbox; one that was refused, given up or became too old is `failed` until its member
 * sends it again or drops it. Its key never changes, so the server stores and charges it once, however often it is sent.
 */
export interface OutboxEntry {
  key: string;
  profile: string;
  kind: 'text' | 'photo' | 'gift';
  text: string | null;
  gift: GiftId | null;
  /** What it takes up from the receiver's profile. */
  foothold?: Foothold | null;
  photo?: Blob | undefined;
  /** What it will cost, in credits, as shown when it was sent. */
  credits: number;
  at: string;
  /** When its member asked for another try, as milliseconds since 1970: its age counts from then. */
  renewedAt?: number;
  /** Where it was written; the worker that sends it does not know. */
  client?: Client;
  state: 'waiting' | 'sending' | 'failed';
  tries: number;
  /** How many of the tries had an answer that may differ next time, but not for want of a server. */
  answers?: number;
  /** Whether the last try had an answer: the server is there, and no other network ends the pause. */
  hadAnswer?: boolean;
  /** When it may be tried next, as milliseconds since 1970. */
  notBefore: number;
  failure: Failure | null;
}

/** Without a `reason`, the server refused this message. Otherwise it may still take it. `logged-out`: the session ended. */
interface Failure {
  reason?: 'given-up' | 'too-old' | 'logged-out';
  code: ErrorCode;
  values: Record<string, unknown>;
}

export type NewEntry = Pick<
  OutboxEntry,
  'key' | 'profile' | 'kind' | 'text' | 'gift' | 'foothold' | 'photo' | 'credits' | 'at'
>;

const answersMax = 5;
/** The answers of a server that is not there now, or has too much to do: it takes the message later. */
const busyStatuses: readonly number[] = [429, 502, 503, 504];
const dayMs = 86_400_000;
/** The server remembers keys one day longer. A message older than this is sent again only when its member asks for it. */
const keptDays = idempotencyDays - 1;

/** Where localStorage has a message that could not be stored yet (`member-storage.ts`). */
export const earlyName = (key: string): string => `outbox.${key}`;

/** When a new message was written: after all others, which are sent in this order, also if the clock was put back since. */
export function writtenAfter(entries: readonly OutboxEntry[], at: string): string {
  const now = Date.parse(at);
  const before = entries.map((entry) => Date.parse(entry.at)).filter((other) => other - now < dayMs);
  return new Date(Math.max(now, ...before.map((other) => other + 1))).toISOString();
}

export function newEntry(entry: NewEntry): OutboxEntry {
  return { ...entry, state: 'waiting', tries: 0, answers: 0, hadAnswer: false, notBefore: 0, failure: null };
}

/** The oldest entry that may be sent now. One is sent at a time. */
export function nextToSend(entries: readonly OutboxEntry[], now: number): OutboxEntry | undefined {
  if (entries.some((entry) => entry.state === 'sending')) return undefined;
  return firstsOf(entries).find((entry) => entry.notBefore <= now);
}

/** When the next entry may be sent, as milliseconds since 1970; undefined when none can be without its member. */
export function nextTurn(entries: readonly OutboxEntry[]): number | undefined {
  const firsts = firstsOf(entries);
  return firsts.length === 0 ? undefined : Math.min(...firsts.map((entry) => entry.notBefore));
}

/** The waiting entries that overtake nothing in their conversation. */
function firstsOf(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter(
    (entry, index) =>
      entry.state === 'waiting' &&
      !isHeld(entry, entries) &&
      !entries.slice(0, index).some((other) => other.profile === entry.profile && other.state === 'waiting'),
  );
}

/**
 * Whether a message waits until its member has decided about an earlier one to the same receiver, which may still be
 * taken: they read what was written in its order. What the server refused holds nothing up, as it may never be sent.
 */
export function isHeld(entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  const earlier = entries.slice(0, entries.indexOf(entry)).filter((other) => other.profile === entry.profile);
  return entry.state === 'waiting' && earlier.some((other) => other.failure?.reason !== undefined);
}

/**
 * The entry after a failed try. Without an answer, or with one that may differ next time, it waits and is tried again
 * under the same key; but not after five such answers, however often there was none or only that of a busy server. A
 * refusal is final until the member decides.
 */
export function afterFailure(entry: OutboxEntry, error: unknown, now: number): OutboxEntry {
  const tried = { ...entry, tries: entry.tries + 1, hadAnswer: error instanceof CallError };
  const pause = { state: 'waiting', notBefore: now + retryDelayMs(entry.tries, error) } as const;
  if (!(error instanceof CallError)) return { ...tried, ...pause };
  const failure = { code: error.code, values: error.body };
  if (busyStatuses.includes(error.status)) return { ...tried, ...pause };
  if (error.body.authentication_required) return endedEntry(tried);
  if (!mayPass(error)) return { ...tried, state: 'failed', failure };
  const answers = (entry.answers ?? 0) + 1;
  if (answers < answersMax) return { ...tried, ...pause, answers };
  return { ...tried, answers, state: 'failed', failure: { ...failure, reason: 'given-up' } };
}

function mayPass(error: CallError): boolean {
  return error.status >= 500 || error.status === 408;
}

/** The session ended before it was sent. Its member decides once they are logged in again: it is not what they saw last. */
export function endedEntry(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'failed', failure: { reason: 'logged-out', code: 'session.missing', values: {} } };
}

/** The member asks for another try. */
export function tryAgain(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...newEntry(entry), renewedAt: now };
}

/** Something has changed, such as the network, so an entry that waits for one may be tried at once. */
export function withoutPause(entry: OutboxEntry): OutboxEntry {
  return entry.state === 'waiting' && !entry.hadAnswer ? { ...entry, notBefore: 0 } : entry;
}

/** A stored value as an entry, or null if it is none. What was being sent waits again; what is too old has failed. */
export function restoreEntry(stored: unknown, now: number): OutboxEntry | null {
  if (!isEntry(stored)) return null;
  if (stored.state === 'failed') return stored;
  // One from the future would never grow old: a clock was wrong, by more than the day that the server has in hand.
  const age = now - (stored.renewedAt ?? Date.parse(stored.at));
  if (age > keptDays * dayMs || age < -dayMs)
    return { ...stored, state: 'failed', failure: { reason: 'too-old', code: 'request.error', values: {} } };
  return { ...stored, state: 'waiting' };
}

function isEntry(value: unknown): value is OutboxEntry {
  const entry = value as Partial<OutboxEntry> | null;
  const known =
    entry?.kind === 'text' ||
    (entry?.kind === 'photo' && entry.photo instanceof Blob) ||
    (entry?.kind === 'gift' && giftIds.includes(entry.gift as GiftId));
  const failed = entry?.state === 'failed' ? hasCodeShape(entry.failure?.code) : true;
  return known && failed && typeof entry.key === 'string' && typeof entry.profile === 'string';
}

/** Entries without those that the history already holds: they are delivered, whether or not their answer arrived. */
export function withoutDelivered(
  entries: readonly OutboxEntry[],
  messages: readonly { idempotency_key: string | null }[],
): OutboxEntry[] {
  const delivered = new Set(messages.map((message) => message.idempotency_key));
  return entries.filter((entry) => !delivered.has(entry.key));
}
