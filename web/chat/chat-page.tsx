import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';

import { definePage, notFound } from '../page.ts';
import { chatsQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { showToast } from '../ui/toast.ts';
import { chatQuery } from './chat-queries.ts';
import { ChatScreen } from './conversation/chat-screen.tsx';
import { ChatsFrame } from './chats-frame.tsx';

const page = definePage('chats-id', {
  parts: ['chat', 'photos', 'interests'],
  load: async ({ ensure, params }) => {
    const [chat] = await Promise.all([ensure(chatQuery(params['id'] ?? '')), ensure(chatsQuery)]);
    if (!chat) notFound('chat.not-found');
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** A conversation by its id. */
export default function ChatPage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const { data: chat } = useQuery(chatQuery(id));
  const isGone = chat === null;
  // Deleted here, on another device, or by a block: there is nothing left to show.
  useEffect(() => {
    if (!isGone) return;
    showToast({ id: 'chat-gone', tone: 'info', children: say('chat.gone') });
    void navigate(pathTo('chats'), { replace: true });
  }, [isGone, navigate, say]);
  return (
    <>
      <Title>{chat ? say('chat.title-with', { name: chat.profile.name }) : say('chat.title')}</Title>
      <ChatsFrame open={chat?.profile.id ?? ''}>{chat && <ChatScreen key={id} chat={chat} />}</ChatsFrame>
    </>
  );
}
