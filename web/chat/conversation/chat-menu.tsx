import { type ReactElement, Suspense, useState } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { EllipsisVertical, Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import type { ChatQuestionProps } from './chat-question.tsx';

const ChatMenuItems = lazyPart(async () => ({ default: (await import('./chat-menu-items.tsx')).ChatMenuItems }));
const ChatQuestion = lazyPart(async () => ({ default: (await import('./chat-question.tsx')).ChatQuestion }));

/** The menu of a conversation. Actions that cannot be undone ask first. */
export function ChatMenu({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const [asking, setAsking] = useState<ChatQuestionProps['about'] | null>(null);
  return (
    <>
      <Menu
        trigger={
          <RoundButton label={say('chat.menu')} variant="bare" size="sm" className="size-11!">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        <ChatMenuItems chat={chat} ask={setAsking} />
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <ChatQuestion chat={chat} about={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}
