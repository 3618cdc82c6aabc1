import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LiveFrame } from '../../contract/events.ts';
import type { CallAnswer } from '../../contract/frames.ts';
import { toId } from '../../contract/platform/id.ts';
import { LiveCalls } from './live-calls.ts';

let frames: (LiveFrame & { type: 'call' })[];
let isOpen: boolean;
let calls: LiveCalls;

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  isOpen = true;
  calls = new LiveCalls((frame) => {
    if (isOpen) frames.push(frame as (typeof frames)[number]);
    return isOpen;
  });
});
afterEach(() => void vi.useRealTimers());

const send = (text: string): Promise<CallAnswer | undefined> =>
  calls.ask({ operation: 'sendMessage', input: { text, idempotency_key: 'key' }, client: 'web', member: toId('she') });
const answerTo = (id: number): CallAnswer => ({ type: 'answer', id, status: 200, body: null as never });

it('takes only what the server has named, and until then leaves calls to HTTP', async () => {
  expect(await send('before')).toBeUndefined();
  // A server of an earlier release names nothing.
  calls.enable(undefined);
  expect(await send('to an older server')).toBeUndefined();
  calls.enable(['sendGift']);
  expect(await send('to one that takes something else')).toBeUndefined();
  expect(frames).toEqual([]);
});

it('gives each call its own answer, whatever the order', async () => {
  calls.enable(['sendMessage']);
  const answers = [send('one'), send('two')];
  await vi.advanceTimersByTimeAsync(0);
  const [one, two] = frames.map(({ id }) => id);
  expect(frames).toMatchObject([
    { operation: 'sendMessage', input: { text: 'one', idempotency_key: 'key' }, client: 'web', member: 'she' },
    { input: { text: 'two' } },
  ]);
  calls.settle(answerTo(99));
  calls.settle(answerTo(two ?? 0));
  calls.settle(answerTo(one ?? 0));
  expect(await Promise.all(answers)).toEqual([answerTo(one ?? 0), answerTo(two ?? 0)]);
});

it('waits five seconds for an answer, and then leaves all calls to HTTP until the server is ready again', async () => {
  calls.enable(['sendMessage']);
  const late = send('late');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await Promise.race([late, Promise.resolve('nothing')])).toBe('nothing');
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeUndefined();
  expect(await send('next')).toBeUndefined();
  // The answer that comes after all is not that of another call.
  calls.settle(answerTo(frames[0]?.id ?? 0));
  calls.enable(['sendMessage']);
  const answered = send('again');
  await vi.advanceTimersByTimeAsync(0);
  calls.settle(answerTo(frames[1]?.id ?? 0));
  expect(await answered).toEqual(answerTo(frames[1]?.id ?? 0));
  expect(frames).toHaveLength(2);
});

it('ends calls without an answer when the socket goes, and when it cannot send', async () => {
  calls.enable(['sendMessage']);
  const cut = [send('one'), send('two')];
  calls.stop();
  expect(await Promise.all(cut)).toEqual([undefined, undefined]);
  calls.enable(['sendMessage']);
  isOpen = false;
  expect(await send('three')).toBeUndefined();
});

it('leaves to HTTP what could exceed the size of a frame', async () => {
  calls.enable(['sendMessage']);
  expect(await send('€'.repeat(22_000))).toBeUndefined();
  void send('€'.repeat(20_000));
  await vi.advanceTimersByTimeAsync(0);
  expect(frames).toHaveLength(1);
  expect(new TextEncoder().encode(JSON.stringify(frames[0])).length).toBeLessThanOrEqual(64 * 1024);
});
