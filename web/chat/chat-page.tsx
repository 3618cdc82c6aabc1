import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';

import type { Chat } from '../../contract/chat/operations.ts';
import { toId } from '../../contract/platform/id.ts';
import { definePage, notFound } from '../platform/pages/page.ts';
import { chatsQuery } from '../cache/list-pages.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';
import { showToast } from '../ui/toast.ts';
import { chatQuery, memberChatQuery } from './chat-queries.ts';
import { ChatsFrame } from './list/chat-list.tsx';
import { ChatScreen } from './conversation/chat-screen.tsx';

const page = definePage('chats-id', {
  parts: ['chat', 'photos', 'interests'],
  load: async ({ ensure, params }) => {
    const [chat] = await Promise.all([ensure(chatQuery(toId(params['id']))), ensure(chatsQuery)]);
    if (!chat) notFound('chat.not-found');
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

type ChatOptions = UseQueryOptions<Chat | null, Error, Chat | null, QueryKey>;

/** Both routes share this component, so that React keeps text, photo and menu when the URL changes. */
export default function ChatPage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const hasBegun = useRouteName() === 'chats-id';
  const { data: chat } = useQuery((hasBegun ? chatQuery(toId(id)) : memberChatQuery(toId(id))) as ChatOptions);
  const { data: chats } = useQuery(chatsQuery);
  const listed = chats?.chats.find(({ profile }) => profile.id === id);
  const begun = hasBegun ? undefined : (chat?.conversation ?? listed?.conversation)?.id;
  const isGone = chat === null;
  useEffect(() => {
    // Deleted here, on another device, or by a block: there is nothing left to show.
    if (isGone) showToast({ id: 'chat-gone', tone: 'info', children: say('chat.gone') });
    if (isGone || begun) void navigate(begun ? pathTo('chats-id', { id: begun }) : pathTo('chats'), { replace: true });
  }, [isGone, begun, navigate, say]);
  return (
    <>
      <Title>{chat ? say('chat.title-with', { name: chat.profile.name }) : say('chat.title')}</Title>
      <ChatsFrame open={chat?.profile.id ?? id}>{chat && <ChatScreen key={chat.profile.id} chat={chat} />}</ChatsFrame>
    </>
  );
}
