import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Chat, Message } from '../../contract/chat/operations.ts';
import { fetchChat } from './chat-queries.ts';
import { isContiguous, mergeChat, mergeMessages, mergeOlder } from './merge-messages.ts';

const message = (seq: number): Message => ({ id: `m${seq}`, seq, conversation: 'c1' }) as Message;
const range = (from: number, to: number): Message[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => message(from + index));
const chat = (messages: Message[], last: number, part: Partial<Chat> = {}): Chat =>
  ({
    conversation: { id: 'c1', last_seq: last, other_read_seq: 0, unread: 0 },
    messages,
    has_older: false,
    hidden_older: false,
    ...part,
  }) as Chat;
const seqs = (messages: readonly Message[]): number[] => messages.map((one) => one.seq);

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
    const merged = mergeChat(chat(range(11, 60), 60, { has_older: true }), chat(range(61, 70), 70));
    expect(seqs(merged.messages)).toEqual(seqs(range(11, 70)));
    expect(merged.has_older).toBe(true);
  });

  it('never lets the last seq fall behind a message that an event brought meanwhile', () => {
    expect(mergeChat(chat(range(1, 5), 5), chat(range(1, 4), 4)).conversation?.last_seq).toBe(5);
  });

  it('puts an older page in front, which decides whether there are even older ones', () => {
    const merged = mergeOlder(chat(range(11, 20), 20, { has_older: true }), chat(range(1, 10), 20));
    expect(seqs(merged.messages)).toEqual(seqs(range(1, 20)));
    expect(merged.has_older).toBe(false);
  });

  it('detects a gap inside and at the end', () => {
    expect(isContiguous(chat(range(3, 8), 8))).toBe(true);
    expect(isContiguous(chat(range(3, 8), 9))).toBe(false);
    expect(isContiguous(chat([...range(1, 2), ...range(4, 5)], 5))).toBe(false);
    expect(isContiguous(chat([], 0))).toBe(true);
  });
});

describe('catching up', () => {
  /** A server with `last` messages, in pages of fifty. */
  const server = (last: number) => {
    const asked: unknown[] = [];
    const call = async (_name: string, input: { after?: number }): Promise<Chat> => {
      asked.push(input);
      const all = range(1, last);
      if (input.after === undefined) return chat(all.slice(-50), last, { has_older: last > 50 });
      return chat(all.filter((one) => one.seq > (input.after ?? 0)).slice(0, 50), last);
    };
    return { call, asked };
  };

  it('fetches missed messages page by page', async () => {
    const { call, asked } = server(130);
    const caught = await fetchChat(call as never, 'c1', chat(range(1, 40), 40));
    expect(seqs(caught.messages)).toEqual(seqs(range(1, 130)));
    expect(asked).toHaveLength(2);
  });

  it('takes only the latest page if too much was missed', async () => {
    const { call } = server(1_000);
    const caught = await fetchChat(call as never, 'c1', chat(range(1, 40), 40));
    expect(seqs(caught.messages)).toEqual(seqs(range(951, 1_000)));
    expect(caught.has_older).toBe(true);
  });

  it('empties messages that were removed, and refetches restored ones', async () => {
    const { call, asked } = server(40);
    const removing = (removed?: number[]) =>
      (async (name: string, input: { after?: number }) => ({ ...(await call(name, input)), removed })) as never;
    const known = chat([...range(1, 38), { ...message(39), kind: 'text', text: 'toad' } as Message], 39);
    const caught = await fetchChat(removing([39]), 'c1', known);
    expect(caught.messages.slice(-2)).toMatchObject([{ seq: 39, kind: 'removed', text: null }, { seq: 40 }]);
    expect(asked).toEqual([{ conversation: 'c1', after: 39 }]);
    expect((await fetchChat(removing([39]), 'c1', caught)).messages).toHaveLength(40);
    expect(asked).toHaveLength(2);
    const restored = await fetchChat(removing(), 'c1', caught);
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
    await fetchChat(call as never, 'c1', null);
    expect(asked).toEqual([{ conversation: 'c1' }]);
  });
});
