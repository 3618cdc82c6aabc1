import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';
import { useNavigate } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { useBlockMember } from '../../members/block-member.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Report } from '../../support/report.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { setChatAlert } from '../chat-alert.ts';
import { deleting } from '../delete-mutation.ts';
import { useGoodbye } from '../use-goodbye.ts';

export interface ChatQuestionProps {
  chat: Chat;
  about: 'goodbye' | 'delete' | 'block' | 'report';
  onClose: () => void;
}

/** Asks before a goodbye, a deletion or a block, which cannot be undone; also shows the form of a report. */
export function ChatQuestion({ chat, about, onClose }: ChatQuestionProps): ReactElement {
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
  if (about === 'report')
    return (
      <Suspense fallback={null}>
        <Report
          member={{ ...profile, blocked: chat.bar === 'you-blocked' }}
          leaveTo={pathTo('chats')}
          onClose={onClose}
        />
      </Suspense>
    );
  return (
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
  );
}
