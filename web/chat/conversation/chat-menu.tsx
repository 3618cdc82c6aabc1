import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Chat } from '../../../contract/chat.ts';
import { pathTo } from '../../route-table.ts';
import { useBlockMember, useUnblockMember } from '../../members/block-member.ts';
import { useSay } from '../../sentences.tsx';
import { Ban, EllipsisVertical, Flame, Icon, Trash2, Undo2, User } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { setChatAlert } from '../chat-alert.ts';
import { useGoodbye } from '../use-goodbye.ts';
import { deleting } from '../delete-mutation.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

/** What can be done about a conversation. What cannot be undone asks first. */
export function ChatMenu({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const [asking, setAsking] = useState<QuestionProps['about'] | null>(null);
  const unblock = useUnblockMember('chat.unblock-done');
  const { profile, conversation, bar: blocker } = chat;
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
      {asking && <Question chat={chat} about={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

interface QuestionProps {
  chat: Chat;
  about: 'goodbye' | 'delete' | 'block';
  onClose: () => void;
}

function Question({ chat, about, onClose }: QuestionProps): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation(deleting(queries, say, setChatAlert));
  const block = useBlockMember('chat.block-done');
  const goodbye = useGoodbye();
  const { profile, conversation } = chat;
  const { name } = profile;
  const leave = (): void => void navigate(pathTo('chats'), { replace: true });
  const confirm = (): void => {
    if (about === 'goodbye') return goodbye.mutate(chat, { onSettled: onClose });
    if (about === 'block') return block.mutate(profile, { onSuccess: leave, onError: onClose });
    if (conversation) remove.mutate({ conversation: conversation.id });
    leave();
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={say(`chat.${about}-title`, { name })}
        description={say(`chat.${about}-text`, { name, line: say('chat.goodbye-line') })}
        confirmLabel={say(`chat.${about}-confirm`)}
        cancelLabel={say('common.cancel')}
        closeLabel={say('common.close')}
        risk={about !== 'goodbye'}
        busy={block.isPending || goodbye.isPending}
        onConfirm={confirm}
      />
    </Suspense>
  );
}
