import { type ReactElement, Suspense, lazy, useState } from 'react';

import type { Chat } from '../../../contract/chat.ts';
import { pathTo } from '../../route-table.ts';
import { useUnblockMember } from '../../members/block-member.ts';
import { useSay } from '../../sentences.tsx';
import { Ban, EllipsisVertical, Flame, Icon, Trash2, Undo2, User } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import type { ChatQuestionProps } from './chat-question.tsx';

const HideItem = lazy(async () => ({ default: (await import('../../members/hide-item.tsx')).HideItem }));
const ChatQuestion = lazy(async () => ({ default: (await import('./chat-question.tsx')).ChatQuestion }));

/** What can be done about a conversation. What cannot be undone asks first. */
export function ChatMenu({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const [asking, setAsking] = useState<ChatQuestionProps['about'] | null>(null);
  const unblock = useUnblockMember('chat.unblock-done');
  const { profile, conversation, hidden, bar: blocker } = chat;
  return (
    <>
      <Menu
        trigger={
          <RoundButton label={say('chat.menu')} variant="bare" size="sm" className="size-11!">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        <MenuItem icon={User} to={pathTo('members-id', { id: profile.id })}>
          {say('chat.menu-profile')}
        </MenuItem>
        <MenuLine />
        {conversation && (blocker === null || blocker === 'credits') && (
          <MenuItem icon={Flame} onSelect={() => setAsking('goodbye')}>
            {say('chat.menu-goodbye')}
          </MenuItem>
        )}
        {(hidden || (blocker !== 'gone' && blocker !== 'you-blocked')) && <HideItem member={profile} hidden={hidden} />}
        {blocker === 'you-blocked' ? (
          <MenuItem icon={Undo2} onSelect={() => unblock.mutate(profile)}>
            {say('chat.menu-unblock')}
          </MenuItem>
        ) : (
          <MenuItem icon={Ban} risk onSelect={() => setAsking('block')}>
            {say('chat.menu-block', { name: profile.name })}
          </MenuItem>
        )}
        {conversation && (
          <MenuItem icon={Trash2} risk onSelect={() => setAsking('delete')}>
            {say('chat.menu-delete')}
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <ChatQuestion chat={chat} about={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  );
}
