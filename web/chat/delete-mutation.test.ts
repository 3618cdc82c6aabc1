import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { Chats } from '../../contract/chat/operations.ts';
import { ben, buildChats, buildEntry, message } from '../../tests/support/cached-responses.ts';
import { chatsQuery } from '../cache/list-pages.ts';
import { countUnread } from '../shell/unread-counts.ts';
import { buildDeletion } from './conversation/chat-question.tsx';

const entry = (id: ConversationId, unread: number) =>
  buildEntry({ ...message(1, false), conversation: id }, unread, ben);
const first = buildChats([entry(toId('c1'), 2), entry(toId('c2'), 0)], {
  before: 'end',
  unread: [{ conversation: toId('c9'), num_unread_messages: 3 }],
});

afterEach(() => vi.unstubAllGlobals());

/** Opens a browser with the list on the screen; `responses` are the responses to the calls, in order. */
function openList(responses: (() => Response | Promise<Response>)[]): {
  queries: QueryClient;
  listed: () => Chats;
  asked: string[];
} {
  const asked: string[] = [];
  const fetched = async (path: string, { method }: { method: string }): Promise<Response> => {
    asked.push(`${method} ${path}`);
    return responses.shift()?.() ?? new Response('{}', { status: 500 });
  };
  vi.stubGlobal('fetch', fetched);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  queries.setQueryData(chatsQuery.queryKey, first);
  new QueryObserver(queries, chatsQuery).subscribe(() => undefined);
  return { queries, asked, listed: () => queries.getQueryData(chatsQuery.queryKey) ?? buildChats([]) };
}

const ids = ({ chats }: Chats): string[] => chats.map(({ conversation }) => conversation.id);

it('a deleted conversation leaves list and unread count before the response, even if it was not loaded', async () => {
  let answer: (response: Response) => void = () => undefined;
  const held = new Promise<Response>((resolve) => (answer = resolve));
  const { queries, listed, asked } = openList([() => held, () => Response.json({ ok: true })]);
  const remove = new MutationObserver(
    queries,
    buildDeletion(
      queries,
      (id, ..._values) => id,
      () => undefined,
    ),
  );
  const done = remove.mutate({ conversation: toId('c1') });
  await vi.waitFor(() => expect(ids(listed())).toEqual(['c2']));
  expect(countUnread(listed())).toBe(3);
  answer(Response.json({ ok: true }));
  await done;
  await remove.mutate({ conversation: toId('c9') });
  expect(countUnread(listed())).toBe(0);
  expect(asked).toEqual(['DELETE /api/chat.php', 'DELETE /api/chat.php']);
  queries.clear();
});

it('a conversation that could not be deleted is reported and restored (specification, section 4)', async () => {
  const { queries, listed, asked } = openList([() => Response.json({}, { status: 500 }), () => Response.json(first)]);
  const toasts: string[] = [];
  const remove = new MutationObserver(
    queries,
    buildDeletion(
      queries,
      (id, ..._values) => id,
      (sentence) => toasts.push(sentence),
    ),
  );
  await remove.mutate({ conversation: toId('c1') }).catch(() => undefined);
  await vi.waitFor(() => expect(listed()).toEqual(first));
  expect(toasts).toEqual(['errors.chat.delete-failed']);
  expect(asked).toEqual(['DELETE /api/chat.php', 'GET /api/chats.php']);
  queries.clear();
});
