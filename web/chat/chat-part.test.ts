import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Chat, Message } from '../../contract/chat/operations.ts';
import type { Call } from '../platform/call.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { keys } from '../platform/query-keys.ts';
import { leavePart, withPart } from './chat-part.ts';
import { loadOlder } from './chat-queries.ts';
import { loadAround, loadNewer } from './search/load-part.ts';

const id = 'c1';
let queries: QueryClient;
let last: number;
/** Below it, nothing is returned: deleted, or beyond what a free member sees. */
let floor: number;
let calls: object[];

const message = (seq: number): Message => ({ id: `m${seq}`, seq, conversation: id, own: false }) as Message;

/** Responds as the server does. */
const call = (async (_name: string, input: { before?: number; after?: number }): Promise<Chat> => {
  calls.push(input);
  const { before = last + 1, after } = input;
  const all = Array.from({ length: last }, (_, index) => index + 1).filter(
    (seq) => seq > Math.max(floor, after ?? 0) && seq < before,
  );
  const seqs = after === undefined ? all.slice(-50) : all.slice(0, 50);
  return {
    conversation: { id, last_seq: last, other_read_seq: 0, unread: 0 },
    profile: { id: 'ana' },
    messages: seqs.map(message),
    has_older: (seqs[0] ?? last + 1) > floor + 1,
    hidden_older: false,
  } as Chat;
}) as unknown as Call;

const main = (): Chat => queries.getQueryData<Chat>(keys.chat(id)) as Chat;
const part = (): Chat | undefined => queries.getQueryData<Chat>(keys.chatPart(id));
const shown = (): number[] => withPart(main(), part()).messages.map(({ seq }) => seq);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const isWhole = (seqs: number[]): boolean => seqs.every((seq, at) => at === 0 || seq === (seqs[at - 1] ?? 0) + 1);

async function open(messages: number): Promise<void> {
  last = messages;
  queries.setQueryData(keys.user, { paid_user: true });
  queries.setQueryData(keys.chat(id), await call('getChat', { conversation: id }));
  calls = [];
}

beforeEach(() => {
  queries = new QueryClient();
  calls = [];
  floor = 0;
});

describe('a message far back', () => {
  it('is shown with the messages around it after one call, however far back it is', async () => {
    await open(5_000);
    await loadAround(queries, call, id, 700);
    expect(calls).toHaveLength(1);
    expect(shown()).toEqual(range(675, 724));
    expect(withPart(main(), part()).has_older).toBe(true);
    expect(main().messages.map(({ seq }) => seq)).toEqual(range(4_951, 5_000));
  });

  it('needs no part of its own if it is loaded or close to the loaded messages', async () => {
    await open(200);
    await loadAround(queries, call, id, 160);
    expect([calls.length, part()]).toEqual([0, undefined]);
    await loadAround(queries, call, id, 130);
    expect([calls.length, part()]).toEqual([1, undefined]);
    expect(shown()).toEqual(range(105, 200));
  });

  it('is not fetched if the member may not see it', async () => {
    floor = 180;
    await open(200);
    await loadAround(queries, call, id, 90);
    expect([calls, part(), shown()]).toEqual([[], undefined, range(181, 200)]);
  });

  it('leads to the latest messages, at once or page by page, while new ones arrive', async () => {
    await open(300);
    await loadAround(queries, call, id, 100);
    last = 301;
    const event = { type: 'message', message: message(301), profile: { id: 'ana' }, num_unread_messages: 1 };
    applyToCaches(queries, event as never);
    expect([main().messages.at(-1)?.seq, shown().at(-1)]).toEqual([301, 124]);
    for (const end of [174, 224]) {
      await loadNewer(queries, call, id);
      expect(shown()).toEqual(range(75, end));
    }
    await loadNewer(queries, call, id);
    expect([part(), shown()]).toEqual([undefined, range(75, 301)]);

    await open(300);
    await loadAround(queries, call, id, 100);
    leavePart(queries, id);
    expect(shown()).toEqual(range(251, 300));
  });

  it('has neither gaps nor duplicates around it, in whatever order more is loaded', async () => {
    const step = fc.constantFrom('older', 'newer', 'again', 'message', 'leave');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 60, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        fc.array(step, { maxLength: 14 }),
        async (messages, seq, steps) => {
          const wanted = Math.min(seq, messages);
          queries = new QueryClient();
          await open(messages);
          await loadAround(queries, call, id, wanted);
          expect(shown()).toContain(wanted);
          for (const next of steps) {
            if (next === 'older') await loadOlder(queries, call, id);
            if (next === 'newer') await loadNewer(queries, call, id);
            if (next === 'again') await loadAround(queries, call, id, wanted);
            if (next === 'leave') leavePart(queries, id);
            if (next === 'message') {
              last += 1;
              const event = { type: 'message', message: message(last), profile: { id: 'ana' }, num_unread_messages: 1 };
              applyToCaches(queries, event as never);
            }
            expect([isWhole(shown()), isWhole(main().messages.map((one) => one.seq))]).toEqual([true, true]);
            expect(main().messages.at(-1)?.seq).toBe(last);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is updated when messages are removed or a gift is answered', async () => {
    await open(300);
    await loadAround(queries, call, id, 100);
    const answers = { own: 1, other: 2 };
    applyToCaches(queries, { type: 'gift-answered', message: 'm100', answers } as never);
    expect(part()?.messages.find(({ seq }) => seq === 100)?.answers).toEqual(answers);
    queries.setQueryData<Chat>(keys.chat(id), (known) => known && { ...known, removed: [101] });
    expect(withPart(main(), part()).messages.find(({ seq }) => seq === 101)?.kind).toBe('removed');
  });
});
