import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '../../../contract/errors.ts';
import { CallError } from '../../call.ts';
import {
  type OutboxEntry,
  afterFailure,
  newEntry,
  nextToSend,
  nextTurn,
  restoreEntry,
  tryAgain,
  withoutDelivered,
  withoutPause,
} from './outbox-entry.ts';

const now = Date.UTC(2026, 10, 21, 9);
const entry = (key: string, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({
    key,
    profile: 'ana',
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

describe('the outbox', () => {
  it('sends one at a time, in the order of writing', () => {
    expect(nextToSend([entry('a'), entry('b')], now)?.key).toBe('a');
    expect(nextToSend([entry('a', { state: 'sending' }), entry('b')], now)).toBeUndefined();
  });

  it('lets nothing overtake within a conversation, but other conversations go on', () => {
    const waiting = entry('a', { notBefore: now + 1 });
    expect(nextToSend([waiting, entry('b')], now)).toBeUndefined();
    expect(nextToSend([waiting, entry('b'), entry('c', { profile: 'ben' })], now)?.key).toBe('c');
  });

  it('passes over what was refused', () => {
    const failed = entry('a', { state: 'failed', failure: { code: 'chat.credits', values: {} } });
    expect(nextToSend([failed, entry('b')], now)?.key).toBe('b');
  });

  it('knows when the next turn is', () => {
    expect(nextTurn([])).toBeUndefined();
    expect(nextTurn([entry('a', { notBefore: now + 9 }), entry('b', { notBefore: now + 4 })])).toBe(now + 4);
  });
});

describe('a failed try', () => {
  const sending = entry('a', { state: 'sending' });

  it('without an answer waits ever longer, up to half a minute, and never gives up (MSG-04)', () => {
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
    expect(failed).toMatchObject({ state: 'failed', text: 'a', failure: { code: 'chat.credits' } });
  });

  it('under a limit waits as long as the server asks', () => {
    const limited = afterFailure(sending, refusal(429, 'request.too-many', { retry_after: 12 }), now);
    expect(limited).toMatchObject({ state: 'waiting', notBefore: now + 12_000 });
  });

  it('that was too slow is tried again', () => {
    expect(afterFailure(sending, refusal(408, 'request.too-slow'), now).state).toBe('waiting');
  });

  it('asks its member after five answers of a broken server', () => {
    const tired = { ...sending, tries: 4 };
    expect(afterFailure(sending, refusal(500, 'request.failed'), now).state).toBe('waiting');
    expect(afterFailure(tired, refusal(500, 'request.failed'), now).state).toBe('failed');
  });

  it('is tried again under the same key', () => {
    const again = tryAgain(afterFailure(sending, refusal(402, 'chat.credits'), now));
    expect(again).toEqual(entry('a'));
  });
});

describe('a stored entry', () => {
  it('waits to be sent, though it was being sent when the page was closed', () => {
    const stored = JSON.parse(JSON.stringify(entry('a', { state: 'sending', notBefore: now + 5 }))) as unknown;
    expect(restoreEntry(stored, now)).toEqual(entry('a', { notBefore: now + 5 }));
    expect(withoutPause(entry('a', { notBefore: now + 5 }))).toEqual(entry('a'));
  });

  it('asks before it is sent when it is older than a week', () => {
    const old = entry('a', { at: new Date(now - 8 * 86_400_000).toISOString() });
    expect(restoreEntry(old, now)?.state).toBe('failed');
  });

  it('is ignored when it cannot be read', () => {
    for (const nonsense of ['nonsense', null, 3, [], { key: 'a' }, { ...entry('b'), kind: 'photo' }])
      expect(restoreEntry(nonsense, now)).toBeNull();
  });

  it('is not shown once the history holds its message (MSG-04)', () => {
    const messages = [{ idempotency_key: 'a' }, { idempotency_key: null }];
    expect(withoutDelivered([entry('a'), entry('b')], messages)).toEqual([entry('b')]);
  });
});
