import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { CallError } from '../../platform/calls/call.ts';
import {
  type OutboxEntry,
  afterFailure,
  isHeld,
  newEntry,
  nextToSend,
  nextTurn,
  restoreEntry,
  tryAgain,
  withoutDelivered,
  withoutPause,
  writtenAfter,
} from './outbox-entry.ts';

const now = Date.UTC(2026, 10, 21, 9);
const entry = (key: string, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({
    key,
    profile: toId('ana'),
    kind: 'text',
    text: key,
    gift: null,
    credits: 5,
    at: new Date(now).toISOString(),
  }),
  ...part,
});
const refusal = (status: number, error: ErrorCode, values = {}): CallError =>
  new CallError(status, { error, message: '', ...values });

/** Returns the entry after `times` responses of a broken server. */
const refuseOften = (tried: OutboxEntry, times: number): OutboxEntry =>
  times === 0 ? tried : refuseOften(afterFailure(tried, refusal(500, 'request.failed'), now), times - 1);
const offline = (tried: OutboxEntry, times: number): OutboxEntry =>
  times === 0 ? tried : offline(afterFailure(tried, new TypeError('no network'), now), times - 1);

describe('the outbox', () => {
  it('sends one at a time, in the order of writing', () => {
    expect(nextToSend([entry('a'), entry('b')], now)?.key).toBe('a');
    expect(nextToSend([entry('a', { state: 'sending' }), entry('b')], now)).toBeUndefined();
  });

  it('lets no message overtake another in its conversation, but other conversations go on', () => {
    const waiting = entry('a', { notBefore: now + 1 });
    expect(nextToSend([waiting, entry('b')], now)).toBeUndefined();
    expect(nextToSend([waiting, entry('b'), entry('c', { profile: toId('ben') })], now)?.key).toBe('c');
  });

  it('skips a refused message', () => {
    const failed = entry('a', { state: 'failed', failure: { code: 'chat.credits', values: {} } });
    expect(nextToSend([failed, entry('b')], now)?.key).toBe('b');
  });

  it('waits for its member if the session ended, and sends no later message before', () => {
    const ended = afterFailure(entry('a'), refusal(403, 'session.missing', { authentication_required: true }), now);
    expect(ended).toMatchObject({ state: 'failed', failure: { reason: 'logged-out' } });
    expect(nextToSend([ended, entry('b')], now)).toBeUndefined();
    expect(nextToSend([tryAgain(ended, now)], now)?.key).toBe('a');
  });

  it('holds the messages after one that was given up or is too old until its member has decided', () => {
    const old = { at: new Date(now - 8 * 86_400_000).toISOString() };
    const givenUp = refuseOften(entry('a'), 5);
    for (const failed of [givenUp, restoreEntry(entry('a', old), now) ?? entry('a')]) {
      expect(failed.state).toBe('failed');
      const [later, elsewhere] = [entry('b'), entry('c', { profile: toId('ben') })];
      expect([later, elsewhere].map((other) => isHeld(other, [failed, later, elsewhere]))).toEqual([true, false]);
      expect(nextToSend([failed, later], now)).toBeUndefined();
      expect(nextToSend([failed, later, elsewhere], now)?.key).toBe('c');
      expect(nextToSend([tryAgain(failed, now), later], now)?.key).toBe('a');
      expect(nextToSend([later], now)?.key).toBe('b');
    }
  });

  it('knows the next time to send, regardless of messages that wait for another', () => {
    expect(nextTurn([])).toBeUndefined();
    const [first, other] = [
      entry('a', { notBefore: now + 9 }),
      entry('c', { profile: toId('ben'), notBefore: now + 4 }),
    ];
    expect(nextTurn([first, entry('b')])).toBe(now + 9);
    expect(nextTurn([first, entry('b'), other])).toBe(now + 4);
    expect(nextTurn([refuseOften(entry('a'), 5), entry('b')])).toBeUndefined();
  });
});

describe('a failed try', () => {
  const sending = entry('a', { state: 'sending' });

  it('without a response waits ever longer, up to half a minute, and never gives up (MSG-04)', () => {
    let tried = sending;
    const delays: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      tried = afterFailure(tried, new TypeError('no network'), now);
      delays.push(tried.notBefore - now);
      expect(tried).toMatchObject({ state: 'waiting', key: 'a' });
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('that is refused keeps its text and says why', () => {
    const failed = afterFailure(sending, refusal(402, 'chat.credits'), now);
    expect(failed).toMatchObject({ state: 'failed', text: 'a' });
    expect(failed.failure).toEqual({ code: 'chat.credits', values: { error: 'chat.credits', message: '' } });
  });

  it('that was too slow, or hits a rate limit, is repeated, no sooner than the server asks', () => {
    expect(afterFailure(sending, refusal(408, 'request.too-slow'), now).state).toBe('waiting');
    const limited = afterFailure(sending, refusal(429, 'request.too-many', { retry_after: 12 }), now);
    expect(limited).toMatchObject({ state: 'waiting', notBefore: now + 12_000 });
  });

  it('asks its member after five responses of a broken server, however many had no network before', () => {
    for (const tries of [0, 6])
      for (const responses of [1, 4, 5])
        expect(refuseOften(offline(sending, tries), responses)).toMatchObject({
          state: responses < 5 ? 'waiting' : 'failed',
          tries: tries + responses,
        });
    expect(refuseOften(offline(refuseOften(sending, 3), 6), 1).state).toBe('waiting');
    expect(refuseOften(sending, 5).failure).toMatchObject({ reason: 'given-up', code: 'request.failed' });
  });

  it.each([429, 502, 503, 504])('at a busy server (%i) waits ever longer and never gives up', (status) => {
    const delays: number[] = [];
    let tried = sending;
    for (let count = 0; count < 8; count += 1) {
      tried = afterFailure(tried, refusal(status, 'request.failed'), now);
      delays.push(tried.notBefore - now);
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(refuseOften(tried, 4)).toMatchObject({ state: 'waiting', key: 'a', failure: null });
  });

  it('is repeated at once on another network unless the server has named a time to wait', () => {
    const limited = afterFailure(sending, refusal(429, 'request.too-many', { retry_after: 12 }), now);
    expect(withoutPause(limited)).toEqual(limited);
    expect(withoutPause(offline(limited, 1)).notBefore).toBe(0);
  });

  it('is repeated under the same key', () => {
    const again = tryAgain(afterFailure(sending, refusal(402, 'chat.credits'), now), now);
    const renewed = entry('a', { renewedAt: now });
    expect([again, tryAgain(refuseOften(sending, 5), now)]).toEqual([renewed, renewed]);
  });
});

describe('the time of a new message', () => {
  const at = (ms: number): string => new Date(now + ms).toISOString();

  it('is that of the clock, or just after the latest message if the clock was set back', () => {
    expect(writtenAfter([], at(0))).toBe(at(0));
    expect(writtenAfter([entry('a', { at: at(-5) })], at(0))).toBe(at(0));
    expect(writtenAfter([entry('a', { at: at(3_600_000) }), entry('b')], at(0))).toBe(at(3_600_001));
    expect(writtenAfter([entry('a')], at(0))).toBe(at(1));
  });

  it('ignores a message so far in the future that its member is asked about it', () => {
    expect(writtenAfter([entry('a', { at: at(25 * 3_600_000) })], at(0))).toBe(at(0));
  });
});

describe('a stored entry', () => {
  it('waits to be sent even if it was being sent when the page closed', () => {
    const stored = JSON.parse(JSON.stringify(entry('a', { state: 'sending', notBefore: now + 5 }))) as unknown;
    expect(restoreEntry(stored, now)).toEqual(entry('a', { notBefore: now + 5 }));
    expect(withoutPause(entry('a', { notBefore: now + 5 }))).toEqual(entry('a'));
  });

  it("needs its member's confirmation if it is older than a week", () => {
    const old = entry('a', { at: new Date(now - 8 * 86_400_000).toISOString() });
    expect(restoreEntry(old, now)).toMatchObject({ state: 'failed', failure: { reason: 'too-old' } });
  });

  it("needs its member's confirmation if its time is more than a day ahead", () => {
    const from = (hours: number): string => new Date(now + hours * 3_600_000).toISOString();
    expect(restoreEntry(entry('a', { at: from(25) }), now)).toMatchObject({ failure: { reason: 'too-old' } });
    // Less is harmless: the server remembers keys a day longer.
    expect(restoreEntry(entry('a', { at: from(23) }), now)).toMatchObject({ state: 'waiting' });
  });

  it('is sent once its member has confirmed it, unless it becomes too old again', () => {
    for (const days of [-8, 8]) {
      const old = restoreEntry(entry('a', { at: new Date(now + days * 86_400_000).toISOString() }), now);
      expect(old).toMatchObject({ state: 'failed' });
      const again = tryAgain(old!, now);
      expect(restoreEntry(again, now)).toEqual(again);
      expect(restoreEntry(again, now + 8 * 86_400_000)).toMatchObject({ failure: { reason: 'too-old' } });
    }
  });

  it('is ignored if it is none, such as the photo of a draft', () => {
    for (const nonsense of [null, { key: 'photo-draft.ana', photo: new Blob(['x']) }])
      expect(restoreEntry(nonsense, now)).toBeNull();
  });

  it('is not shown once the history holds its message (MSG-04)', () => {
    const messages = [{ idempotency_key: 'a' }, { idempotency_key: null }];
    expect(withoutDelivered([entry('a'), entry('b')], messages)).toEqual([entry('b')]);
  });
});
