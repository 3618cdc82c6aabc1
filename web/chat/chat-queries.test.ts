import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { Chat, Message } from '../../contract/chat/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import type { Call } from '../platform/calls/call.ts';
import { keys } from '../platform/calls/queries.ts';
import {
  askedChatQuery,
  fetchChat,
  isContiguous,
  leavePart,
  loadOlder,
  mergeChat,
  mergeMessages,
  mergeOlder,
  withPart,
} from './chat-queries.ts';
import { loadAround, loadNewer } from './search/load-part.ts';

const message = (seq: number): Message => ({ id: `m${seq}`, seq, conversation: 'c1', own: false }) as Message;
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const messagesIn = (from: number, to: number): Message[] => range(from, to).map(message);
const seqs = (messages: readonly Message[]): number[] => messages.map(({ seq }) => seq);
const chat = (messages: Message[], last: number, part: Partial<Chat> = {}): Chat =>
  ({
    conversation: { id: 'c1', last_seq: last, read_seq: 0, other_read_seq: 0, unread: 0 },
    messages,
    has_older: false,
    hidden_older: false,
    ...part,
  }) as Chat;

describe('merging messages', () => {
  it('loses and repeats none, whatever overlaps, and keeps the order of seq (MSG-03, MSG-13)', () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(numbers, numbers, (one, two) => {
        const merged = seqs(mergeMessages(one.map(message), two.map(message)));
        expect(merged).toEqual([...new Set([...one, ...two])].toSorted((a, b) => a - b));
      }),
    );
  });

  it('takes the newer of two versions of a message', () => {
    const fresh = { ...message(1), text: 'fresh' };
    expect(mergeMessages([message(1)], [fresh])).toEqual([fresh]);
  });
});

describe('merging conversations', () => {
  it('keeps the older pages and whether there are even older ones', () => {
    const merged = mergeChat(chat(messagesIn(11, 60), 60, { has_older: true }), chat(messagesIn(61, 70), 70));
    expect(seqs(merged.messages)).toEqual(range(11, 70));
    expect(merged.has_older).toBe(true);
  });

  it('never lets the last seq fall behind a message that an event brought meanwhile', () => {
    expect(mergeChat(chat(messagesIn(1, 5), 5), chat(messagesIn(1, 4), 4)).conversation?.last_seq).toBe(5);
  });

  it('puts an older page in front, which decides whether there are even older ones', () => {
    const merged = mergeOlder(chat(messagesIn(11, 20), 20, { has_older: true }), chat(messagesIn(1, 10), 20));
    expect(seqs(merged.messages)).toEqual(range(1, 20));
    expect(merged.has_older).toBe(false);
  });

  it('detects a gap inside and at the end', () => {
    expect(isContiguous(chat(messagesIn(3, 8), 8))).toBe(true);
    expect(isContiguous(chat(messagesIn(3, 8), 9))).toBe(false);
    expect(isContiguous(chat([...messagesIn(1, 2), ...messagesIn(4, 5)], 5))).toBe(false);
    expect(isContiguous(chat([], 0))).toBe(true);
  });
});

describe('catching up', () => {
  /** Makes a server with `last` messages, in pages of fifty. */
  const server = (last: number) => {
    const asked: unknown[] = [];
    const call = async (_name: string, input: { after?: number }): Promise<Chat> => {
      asked.push(input);
      const all = messagesIn(1, last);
      if (input.after === undefined) return chat(all.slice(-50), last, { has_older: last > 50 });
      return chat(all.filter((one) => one.seq > (input.after ?? 0)).slice(0, 50), last);
    };
    return { call, asked };
  };

  it('fetches missed messages page by page', async () => {
    const { call, asked } = server(130);
    const caught = await fetchChat(call as never, toId('c1'), chat(messagesIn(1, 40), 40));
    expect(seqs(caught.messages)).toEqual(range(1, 130));
    expect(asked).toHaveLength(2);
  });

  it('takes only the latest page if too much was missed', async () => {
    const { call } = server(1_000);
    const caught = await fetchChat(call as never, toId('c1'), chat(messagesIn(1, 40), 40));
    expect(seqs(caught.messages)).toEqual(range(951, 1_000));
    expect(caught.has_older).toBe(true);
  });

  it('empties messages that were removed, and refetches restored ones', async () => {
    const { call, asked } = server(40);
    const removing = (removed?: number[]) =>
      (async (name: string, input: { after?: number }) => ({ ...(await call(name, input)), removed })) as never;
    const known = chat([...messagesIn(1, 38), { ...message(39), kind: 'text', text: 'toad' } as Message], 39);
    const caught = await fetchChat(removing([39]), toId('c1'), known);
    expect(caught.messages.slice(-2)).toMatchObject([{ seq: 39, kind: 'removed', text: null }, { seq: 40 }]);
    expect(asked).toEqual([{ conversation: 'c1', after: 39 }]);
    expect((await fetchChat(removing([39]), toId('c1'), caught)).messages).toHaveLength(40);
    expect(asked).toHaveLength(2);
    const restored = await fetchChat(removing(), toId('c1'), caught);
    expect(restored.messages.some(({ kind }) => kind === 'removed')).toBe(false);
    expect(asked.at(-1)).toEqual({ conversation: 'c1' });
  });

  it('leaves nothing of a gift that was removed', () => {
    const gift = { ...message(1), kind: 'gift', gift: 'rose', text: 'toad', answers: { own: 1 } } as Message;
    const [left] = mergeChat(chat([gift], 1), chat([], 1, { removed: [1] })).messages;
    expect(left).toMatchObject({ kind: 'removed', text: null, gift: null, answers: null });
  });

  it('begins with the latest page', async () => {
    const { call, asked } = server(10);
    await fetchChat(call as never, toId('c1'), null);
    expect(asked).toEqual([{ conversation: 'c1' }]);
  });
});

it('checks whether a member may be written to without opening the conversation', async () => {
  const asked: object[] = [];
  const call = async (_name: string, input: object) => {
    asked.push(input);
    return { messages: [] };
  };
  const queries = new QueryClient();
  await queries.fetchQuery({ ...askedChatQuery(toId('ana')), meta: { call } });
  expect(asked).toEqual([{ profile: 'ana', before: 1 }]);
});

const id = toId<ConversationId>('c1');
let queries: QueryClient;
let last: number;
/** Below it, nothing is returned: deleted, or beyond what a free member sees. */
let floor: number;
let calls: object[];

/** Responds as the server does. */
const call = (async (_name: string, input: { before?: number; after?: number }): Promise<Chat> => {
  calls.push(input);
  const { before = last + 1, after } = input;
  const all = Array.from({ length: last }, (_, index) => index + 1).filter(
    (seq) => seq > Math.max(floor, after ?? 0) && seq < before,
  );
  const seqs = after === undefined ? all.slice(-50) : all.slice(0, 50);
  return {
    conversation: { id, last_seq: last, read_seq: 0, other_read_seq: 0, unread: 0 },
    profile: { id: 'ana' },
    messages: seqs.map(message),
    has_older: (seqs[0] ?? last + 1) > floor + 1,
    hidden_older: false,
  } as Chat;
}) as unknown as Call;

const main = (): Chat => queries.getQueryData<Chat>(keys.chat(id)) as Chat;
const part = (): Chat | undefined => queries.getQueryData<Chat>(keys.chatPart(id));
const shown = (): number[] => withPart(main(), part()).messages.map(({ seq }) => seq);
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
