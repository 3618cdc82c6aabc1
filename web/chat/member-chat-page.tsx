import { toId } from '../../contract/platform/id.ts';
import { redirect } from 'react-router';

import { definePage } from '../platform/pages/page.ts';
import { chatsQuery } from '../cache/list-pages.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { memberChatQuery } from './chat-queries.ts';

const page = definePage('members-id-chat', {
  parts: ['chat', 'photos', 'interests'],
  load: async ({ ensure, params, url }) => {
    const [chat] = await Promise.all([ensure(memberChatQuery(toId(params['id']))), ensure(chatsQuery)]);
    if (chat.conversation) throw redirect(pathTo('chats-id', { id: chat.conversation.id }) + url.search);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

// A conversation that has not begun yet. The first message gives it an id, and the page redirects to it.
export { default } from './chat-page.tsx';
