import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { redirect, useNavigate, useParams } from 'react-router';

import { definePage } from '../page.ts';
import { chatsQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { memberChatQuery } from './chat-queries.ts';
import { ChatScreen } from './conversation/chat-screen.tsx';
import { ChatsFrame } from './chats-frame.tsx';

const page = definePage('members-id-chat', {
  parts: ['chat', 'photos', 'interests'],
  load: async ({ ensure, params, url }) => {
    const profile = params['id'] ?? '';
    const [chat] = await Promise.all([ensure(memberChatQuery(profile)), ensure(chatsQuery)]);
    if (chat.conversation) throw redirect(pathTo('chats-id', { id: chat.conversation.id }) + url.search);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** A conversation that has not begun yet. With the first message it gets an id, and this page leads to it. */
export default function MemberChatPage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const { data: chat } = useQuery(memberChatQuery(id));
  const { data: chats } = useQuery(chatsQuery);
  const entry = chats?.chats.find(({ profile }) => profile.id === id);
  const begun = chat?.conversation?.id ?? entry?.conversation.id;
  useEffect(() => {
    if (begun) void navigate(pathTo('chats-id', { id: begun }), { replace: true });
  }, [begun, navigate]);
  return (
    <>
      <Title>{chat ? say('chat.title-with', { name: chat.profile.name }) : say('chat.title')}</Title>
      <ChatsFrame open={id}>{chat && <ChatScreen key={id} chat={chat} />}</ChatsFrame>
    </>
  );
}
