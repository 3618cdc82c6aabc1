import { setImmediate } from 'node:timers/promises';

import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { Chats } from '../../contract/chat/operations.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { chatsPageSize } from '../../contract/chat/limits.ts';
import type { Call } from '../platform/calls/call.ts';
import { EventLog } from '../live/run-live.ts';
import { applyToCaches, replayOverResponses } from './apply-to-caches.ts';
import { ana, buildChats, buildEntry, message } from '../../tests/support/cached-responses.ts';
import { countUnread } from '../shell/unread-counts.ts';
import { keys } from '../platform/calls/queries.ts';
import { fetchChats, loadMoreChats } from './list-pages.ts';

const size = 3;

/** A server with small pages and a member's page; requests and events wait until the test lets them through. */
class World {
  readonly queries = new QueryClient();
  readonly #log = new EventLog();
  readonly #chats = new Map<ConversationId, { seq: number; at: number; unread: number }>();
  readonly #asked: { before: string | undefined; page?: Chats; resolve: (page: Chats) => void }[] = [];
  readonly #events: LiveEvent[] = [];
  #now = 0;

  constructor() {
    replayOverResponses(this.queries, this.#log);
    for (let number = 0; number < 10; number += 1) this.message(toId(`c${number}`));
    this.#events.length = 0;
    this.queries.setQueryData(keys.chats, this.#page());
  }

  readonly call = ((_name: string, { before }: { before?: string } = {}) =>
    new Promise((resolve) => void this.#asked.push({ before, resolve }))) as unknown as Call;

  message(id: ConversationId): void {
    const { seq, unread } = this.#chats.get(id) ?? { seq: 0, unread: 0 };
    this.#now += 1;
    const now = { seq: seq + 1, at: this.#now, unread: unread + 1 };
    this.#chats.set(id, now);
    const sent = { ...message(now.seq, false), conversation: id, at: new Date(now.at).toISOString() };
    this.#events.push({ type: 'message', message: sent, profile: ana, num_unread_messages: now.unread });
  }

  read(id: ConversationId): void {
    const chat = this.#chats.get(id);
    if (!chat?.unread) return;
    this.#chats.set(id, { ...chat, unread: 0 });
    this.#events.push({ type: 'read', conversation: id, seq: chat.seq, own: true, num_unread_messages: 0 });
  }

  delete(id: ConversationId): void {
    if (this.#chats.delete(id)) this.#events.push({ type: 'conversation-gone', conversation: id });
  }

  scroll(): void {
    void loadMoreChats(this.queries, this.call);
  }

  refresh(): void {
    const known = (): Chats | undefined => this.queries.getQueryData(keys.chats);
    const queryFn = ({ signal }: { signal: AbortSignal }) => fetchChats(this.call, signal, known);
    void this.queries.prefetchQuery({ queryKey: keys.chats, queryFn, staleTime: 0 });
  }

  /** The server handles the oldest request that it has not handled yet. */
  serve(): void {
    const next = this.#asked.find(({ page }) => page === undefined);
    if (next) next.page = this.#page(next.before);
  }

  /** A response arrives. */
  answer(): void {
    const at = this.#asked.findIndex(({ page }) => page !== undefined);
    const [arrived] = at === -1 ? [] : this.#asked.splice(at, 1);
    if (arrived?.page) arrived.resolve(arrived.page);
  }

  /** An event arrives. */
  hear(): void {
    const event = this.#events.shift();
    if (!event) return;
    this.#log.add(event);
    applyToCaches(this.queries, event);
  }

  /** All requests and events in flight arrive, and the member scrolls to the end. */
  async settle(): Promise<void> {
    while (this.#events.length > 0) this.hear();
    for (;;) {
      while (this.#asked.length > 0) {
        this.serve();
        this.answer();
        await setImmediate();
      }
      if (this.shown().before === null) return;
      this.scroll();
    }
  }

  shown(): Chats {
    return this.queries.getQueryData<Chats>(keys.chats) ?? buildChats([]);
  }

  /** The whole list that the server would return now. */
  held(): [ConversationId, { seq: number; at: number; unread: number }][] {
    return [...this.#chats].toSorted(([, a], [, b]) => b.at - a.at);
  }

  #page(before?: string): Chats {
    const all = this.held();
    const rest = before === undefined ? all : all.filter(([, { at }]) => at < Number(before));
    const page = rest.slice(0, size);
    return buildChats(
      page.map(([id, { seq, at, unread }]) =>
        buildEntry({ ...message(seq, false), conversation: id, at: new Date(at).toISOString() }, unread),
      ),
      {
        before: rest.length > size ? String(page.at(-1)?.[1].at) : null,
        unread: (before === undefined ? all.slice(size) : [])
          .filter(([, { unread }]) => unread > 0)
          .map(([id, { unread }]) => ({ conversation: id, num_unread_messages: unread })),
      },
    );
  }
}

const steps = fc.array(
  fc.oneof(
    fc.constantFrom('scroll', 'serve', 'answer', 'hear', 'serve', 'answer', 'hear', 'refresh' as const),
    fc.tuple(fc.constantFrom('message', 'read', 'delete'), fc.nat(11)),
  ),
  { maxLength: 40 },
);

it('pages of conversations that are loaded while others write show every conversation once, with the order and the unread counts of the server', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const world = new World();
      for (const step of todo) {
        if (typeof step === 'string') world[step as 'scroll' | 'serve' | 'answer' | 'hear' | 'refresh']();
        else world[step[0] as 'message' | 'read' | 'delete'](toId(`c${step[1]}`));
        await setImmediate();
        const ids = world.shown().chats.map(({ conversation }) => conversation.id);
        expect(new Set(ids).size).toBe(ids.length);
      }
      await world.settle();
      const [shown, held] = [world.shown(), world.held()];
      expect(
        shown.chats.map(({ conversation, num_unread_messages }) => [conversation.id, num_unread_messages]),
      ).toEqual(held.map(([id, { unread }]) => [id, unread]));
      expect(shown.unread).toEqual([]);
      expect(countUnread(shown)).toBe(held.reduce((sum, [, { unread }]) => sum + unread, 0));
      world.queries.clear();
    }),
    { numRuns: 300 },
  );
}, 60_000);

describe('refetching conversations', () => {
  const pageFrom = (first: number, before: string | null): Chats =>
    buildChats(
      Array.from({ length: chatsPageSize }, (_, at) =>
        buildEntry({ ...message(1, false), conversation: toId(`c${first + at}`) }, 0),
      ),
      { before },
    );

  it.each([
    ['one page, though a conversation came since', chatsPageSize + 1, 1],
    ['two pages, though one was deleted', 2 * chatsPageSize - 1, 2],
  ])('fetches %s', async (_what, length, pages) => {
    const asked: unknown[] = [];
    const call = (async (_name: string, input: unknown) => {
      asked.push(input);
      return pageFrom(asked.length * chatsPageSize, String(asked.length));
    }) as unknown as Call;
    const known = buildChats(
      Array.from({ length }, () => buildEntry(message(1, false), 0)),
      { before: 'x' },
    );
    const fetched = await fetchChats(call, new AbortController().signal, () => known);
    expect(asked).toHaveLength(pages);
    expect(fetched.chats).toHaveLength(pages * chatsPageSize);
  });
});
