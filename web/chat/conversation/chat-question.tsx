import {
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactElement } from 'react';
import { useNavigate } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { toId } from '../../../contract/platform/id.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { withoutConversation } from '../../cache/chat-effects.ts';
import { chatsQuery } from '../../cache/list-pages.ts';
import { useBlocking } from '../block/block-member.ts';
import { call, CallError } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';
import { LateReport } from '../../support/report.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { chatAlert } from '../list/chat-list.tsx';

export interface ChatQuestionProps {
  chat: Chat;
  about: 'goodbye' | 'delete' | 'block' | 'report';
  onClose: () => void;
}

export async function loadChatQuestion(): Promise<{ default: typeof ChatQuestion }> {
  await LateReport.load();
  return { default: ChatQuestion };
}

/** Asks before a goodbye, a deletion or a block, which cannot be undone; also shows the form of a report. */
function ChatQuestion({ chat, about, onClose }: ChatQuestionProps): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation(buildDeletion(queries, say, chatAlert.set));
  const block = useBlocking('blockMember', 'chat.block-done');
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
      <LateReport
        member={{ ...profile, blocked: chat.send_blocker === 'you-blocked' }}
        leaveTo={pathTo('chats')}
        onClose={onClose}
      />
    );
  const text =
    about === 'delete'
      ? say('chat.delete-text', { name, member: profile.former ? 'former' : 'present' })
      : say(`chat.${about}-text`, { name, line: say('chat.goodbye-line') });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say(`chat.${about}-title`, { name })}
      description={text}
      confirmLabel={say(`chat.${about}-confirm`)}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      risk={about !== 'goodbye'}
      busy={block.isPending || goodbye.isPending}
      onConfirm={confirm}
    />
  );
}

/**
 * Builds the deletion of a conversation, which leaves the list before the call. `onFailed` gets an alert
 * (specification, section 4).
 */
export function buildDeletion(
  queries: QueryClient,
  say: Say,
  onFailed: (sentence: string) => void,
): UseMutationOptions<unknown, Error, { conversation: ConversationId }> {
  return {
    mutationFn: ({ conversation }) => call('deleteChat', { conversation }),
    onMutate: async ({ conversation }) => {
      await queries.cancelQueries({ queryKey: chatsQuery.queryKey });
      queries.setQueryData(chatsQuery.queryKey, (chats) => chats && withoutConversation(chats, conversation));
    },
    onSuccess: (_result, { conversation }) => applyToCaches(queries, { type: 'conversation-deleted', conversation }),
    onError: (error) => {
      const refused = error instanceof CallError && error.status < 500;
      onFailed(refused ? errorText(say, error) : say('errors.chat.delete-failed'));
      void queries.invalidateQueries({ queryKey: chatsQuery.queryKey });
    },
  };
}

function useGoodbye(): UseMutationResult<unknown, Error, Chat> {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ conversation, profile, credits }: Chat) => {
      const { message } = await call('sayGoodbye', { conversation: toId(conversation?.id) });
      applyToCaches(queries, { type: 'message', message, profile, num_unread_messages: 0, credits });
    },
    onError: (error) => void showToast({ tone: 'danger', children: errorText(say, error) }),
  });
}
