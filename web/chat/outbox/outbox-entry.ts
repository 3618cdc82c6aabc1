import { dayMs } from '../../../contract/platform/calendar.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import type { Quote } from '../../../contract/chat/quote.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { idempotencyDays } from '../../../contract/platform/limits.ts';
import { CallError, type Client, retryDelayMs } from '../../platform/calls/call.ts';

/**
 * A message is `waiting` (for its turn, the network or the next attempt), then `sending`, and leaves the outbox once
 * acknowledged. One that was refused, given up or is too old is `failed` until its member decides. Its key never
 * changes, so the server stores and charges it only once.
 */
export interface OutboxEntry {
  key: string;
  profile: MemberId;
  kind: 'text' | 'photo' | 'gift';
  text: string | null;
  gift: GiftId | null;
  quote?: Quote | null;
  photo?: Blob | undefined;
  /** The price in credits, as shown when it was sent. */
  credits: number;
  at: string;
  /** When its member asked for another attempt, in milliseconds since 1970: its age counts from then. */
  renewedAt?: number;
  /** The client that it was written in, which the worker that sends it does not know. */
  client?: Client;
  state: 'waiting' | 'sending' | 'failed';
  tries: number;
  /** How many attempts got a retryable error response (`busyStatuses` excluded). */
  retryableResponses: number;
  /** Whether the last attempt got a response: the server is reachable, and another network does not end the pause. */
  hadResponse: boolean;
  notBefore: number;
  failure: Failure | null;
}

/** Without a `reason`, the server refused the message; otherwise a retry may succeed. `logged-out`: session ended. */
interface Failure {
  reason?: 'given-up' | 'too-old' | 'logged-out';
  code: ErrorCode;
  values: Record<string, unknown>;
}

export type NewEntry = Pick<
  OutboxEntry,
  'key' | 'profile' | 'kind' | 'text' | 'gift' | 'quote' | 'photo' | 'credits' | 'at' | 'client'
>;

const retryableResponsesMax = 5;
/** Responses of a server that is down or overloaded: it accepts the message later. */
const busyStatuses: readonly number[] = [429, 502, 503, 504];
/** The server remembers keys of free messages one day longer. An older one is sent again only if its member asks. */
const keptDays = idempotencyDays - 1;

/** Returns the localStorage name of a message that is not in the database yet (in `member-storage.ts`). */
export const earlyName = (key: string): string => `outbox.${key}`;

/**
 * Returns a time for a new message that is later than those of all others, which are sent in this order, even if the
 * clock was set back.
 */
export function writtenAfter(entries: readonly OutboxEntry[], at: string): string {
  const now = Date.parse(at);
  const before = entries.map((entry) => Date.parse(entry.at)).filter((other) => other - now < dayMs);
  return new Date(Math.max(now, ...before.map((other) => other + 1))).toISOString();
}

export function newEntry(entry: NewEntry): OutboxEntry {
  return {
    ...entry,
    state: 'waiting',
    tries: 0,
    retryableResponses: 0,
    hadResponse: false,
    notBefore: 0,
    failure: null,
  };
}

/** Returns the oldest entry that may be sent now. Entries are sent one at a time. */
export function nextToSend(entries: readonly OutboxEntry[], now: number): OutboxEntry | undefined {
  if (entries.some((entry) => entry.state === 'sending')) return undefined;
  return listFirsts(entries).find((entry) => entry.notBefore <= now);
}

/**
 * Returns when the next entry may be sent, in milliseconds since 1970; undefined if none can be sent without its
 * member.
 */
export function nextTurn(entries: readonly OutboxEntry[]): number | undefined {
  const firsts = listFirsts(entries);
  return firsts.length === 0 ? undefined : Math.min(...firsts.map((entry) => entry.notBefore));
}

function listFirsts(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter(
    (entry, index) =>
      entry.state === 'waiting' &&
      !isHeld(entry, entries) &&
      !entries.slice(0, index).some((other) => other.profile === entry.profile && other.state === 'waiting'),
  );
}

/**
 * True if a message waits for an earlier one: they arrive in the order they were written. A refused one holds up
 * nothing, as it may never be sent.
 */
export function isHeld(entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  const earlier = entries.slice(0, entries.indexOf(entry)).filter((other) => other.profile === entry.profile);
  return entry.state === 'waiting' && earlier.some((other) => other.failure?.reason !== undefined);
}

/**
 * Returns the entry after a failure. Without a response, or with a retryable one, it is sent again under the same key.
 * Five retryable responses give it up; missing responses and those of a busy server do not count. A refusal is final
 * until the member decides.
 */
export function afterFailure(entry: OutboxEntry, error: unknown, now: number): OutboxEntry {
  const tried = { ...entry, tries: entry.tries + 1, hadResponse: error instanceof CallError };
  const pause = { state: 'waiting', notBefore: now + retryDelayMs(entry.tries, error) } as const;
  if (!(error instanceof CallError)) return { ...tried, ...pause };
  const failure = { code: error.code, values: error.body };
  if (busyStatuses.includes(error.status)) return { ...tried, ...pause };
  if (error.body.authentication_required) return endedEntry(tried);
  if (!mayPass(error)) return { ...tried, state: 'failed', failure };
  const retryableResponses = entry.retryableResponses + 1;
  if (retryableResponses < retryableResponsesMax) return { ...tried, ...pause, retryableResponses };
  return { ...tried, retryableResponses, state: 'failed', failure: { ...failure, reason: 'given-up' } };
}

function mayPass(error: CallError): boolean {
  return error.status >= 500 || error.status === 408;
}

/** Marks an entry whose session ended before it was sent. Its member decides after the next login. */
export function endedEntry(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'failed', failure: { reason: 'logged-out', code: 'session.missing', values: {} } };
}

export function tryAgain(entry: OutboxEntry, now: number): OutboxEntry {
  return { ...newEntry(entry), renewedAt: now };
}

/** Ends the pause of an entry whose last attempt got no response, since something has changed, such as the network. */
export function withoutPause(entry: OutboxEntry): OutboxEntry {
  return entry.state === 'waiting' && !entry.hadResponse ? { ...entry, notBefore: 0 } : entry;
}

/** Returns a stored value as an entry, or null. If it was being sent, it waits again; if too old, it has failed. */
export function restoreEntry(stored: unknown, now: number): OutboxEntry | null {
  if (!isEntry(stored)) return null;
  if (stored.state === 'failed') return stored;
  // An entry from the future would never grow old: the clock was wrong by more than the server's spare day.
  const age = now - (stored.renewedAt ?? Date.parse(stored.at));
  if (age > keptDays * dayMs || age < -dayMs)
    return { ...stored, state: 'failed', failure: { reason: 'too-old', code: 'request.error', values: {} } };
  return { ...stored, state: 'waiting' };
}

/** True for a message: photos of drafts lie in the same store (`chat/composer/photo-drafts.ts`). */
function isEntry(value: unknown): value is OutboxEntry {
  return typeof (value as Partial<OutboxEntry> | null)?.kind === 'string';
}

export function byAge(a: OutboxEntry, b: OutboxEntry): number {
  return Date.parse(a.at) - Date.parse(b.at);
}

/** Returns the entries that are not in the history. The others are delivered, even if no response arrived. */
export function withoutDelivered(
  entries: readonly OutboxEntry[],
  messages: readonly { idempotency_key: string | null }[],
): OutboxEntry[] {
  const delivered = new Set(messages.map((message) => message.idempotency_key));
  return entries.filter((entry) => !delivered.has(entry.key));
}
