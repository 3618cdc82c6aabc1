import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { chatsQuery } from '../cache/list-pages.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ChatsFrame } from './list/chat-list.tsx';

const page = definePage('chats', {
  parts: ['chat'],
  load: async ({ ensure }) => {
    await ensure(chatsQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function ChatsPage(): ReactElement {
  const say = useSay();
  return (
    <>
      <Title>{say('chat.title')}</Title>
      <ChatsFrame open={null}>
        <div className="grid h-full place-content-center bg-page">
          <EmptyState title={say('chat.pane-title')}>{say('chat.pane-text')}</EmptyState>
        </div>
      </ChatsFrame>
    </>
  );
}
