import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useBlocking } from '../block/block-member.ts';
import { HideItem } from '../../members/hide-item.tsx';
import { mayWriteIn } from '../chat-queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Ban, Flag, Flame, Trash2, Undo2, User } from '../../ui/icon.tsx';
import { MenuItem, MenuLine } from '../../ui/menu.tsx';
import type { ChatQuestionProps } from './chat-question.tsx';

export function ChatMenuItems(props: { chat: Chat; ask: (about: ChatQuestionProps['about']) => void }): ReactElement {
  const { chat, ask } = props;
  const say = useSay();
  const unblock = useBlocking('unblockMember', 'chat.unblock-done');
  const { profile, conversation, hidden, send_blocker: blocker } = chat;
  return (
    <>
      <MenuItem icon={User} to={pathTo('members-id', { id: profile.id })}>
        {say('chat.menu-profile')}
      </MenuItem>
      <MenuLine />
      {conversation && mayWriteIn(chat) && (
        <MenuItem icon={Flame} onSelect={() => ask('goodbye')}>
          {say('chat.menu-goodbye')}
        </MenuItem>
      )}
      {(hidden || (blocker !== 'gone' && blocker !== 'you-blocked')) && <HideItem member={profile} hidden={hidden} />}
      <MenuItem icon={Flag} onSelect={() => ask('report')}>
        {say('chat.menu-report', { name: profile.name })}
      </MenuItem>
      {blocker === 'you-blocked' ? (
        <MenuItem icon={Undo2} onSelect={() => unblock.mutate(profile)}>
          {say('chat.menu-unblock')}
        </MenuItem>
      ) : (
        <MenuItem icon={Ban} risk onSelect={() => ask('block')}>
          {say('chat.menu-block', { name: profile.name })}
        </MenuItem>
      )}
      {conversation && (
        <MenuItem icon={Trash2} risk onSelect={() => ask('delete')}>
          {say('chat.menu-delete')}
        </MenuItem>
      )}
    </>
  );
}
