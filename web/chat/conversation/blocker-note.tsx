import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router';

import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import type { Chat } from '../../../contract/chat/operations.ts';
import type { SendBlocker } from '../../../contract/members/operations.ts';
import { EndPause } from '../../members/pause/end-pause.tsx';
import { useBlocking } from '../block/block-member.ts';
import { withNext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { type LucideIcon, Ban, Crown, Flame, Info, Mail, Moon } from '../../ui/icon.tsx';

type NotedBlocker = Exclude<SendBlocker, 'credits'>;

const icons: Record<NotedBlocker, LucideIcon> = {
  premium: Crown,
  unconfirmed: Mail,
  'you-blocked': Ban,
  blocked: Ban,
  closed: Flame,
  'you-paused': Moon,
  paused: Moon,
  gone: Info,
};

export function SendBlockerNote({ chat, blocker }: { chat: Chat; blocker: NotedBlocker }): ReactElement {
  const say = useSay();
  const { name } = chat.profile;
  return (
    <Alert icon={icons[blocker]} action={<Action chat={chat} blocker={blocker} />}>
      <p>{say(`chat.blocker-${blocker}`, { name, max: freeConversationsStartedMax })}</p>
    </Alert>
  );
}

function Action({ chat, blocker }: { chat: Chat; blocker: NotedBlocker }): ReactNode {
  const say = useSay();
  const { pathname } = useLocation();
  const unblock = useBlocking('unblockMember', 'chat.unblock-done');
  if (blocker === 'you-blocked')
    return (
      <Button variant="quiet" size="sm" busy={unblock.isPending} onClick={() => unblock.mutate(chat.profile)}>
        {say('chat.blocker-you-blocked-action')}
      </Button>
    );
  if (blocker === 'you-paused') return <EndPause />;
  const links = {
    // After the payment, the member returns to this conversation.
    premium: [withNext(pathTo('premium'), pathname), 'chat.blocker-premium-action'],
    unconfirmed: [pathTo('members'), 'chat.blocker-unconfirmed-action'],
    blocked: [pathTo('chats'), 'chat.blocker-back-action'],
    closed: [pathTo('members'), 'chat.empty-action'],
    paused: [pathTo('members'), 'chat.blocker-unconfirmed-action'],
    gone: [pathTo('chats'), 'chat.blocker-back-action'],
  } as const;
  const [to, words] = links[blocker];
  return (
    <LinkButton to={to} size="sm" variant={blocker === 'premium' ? 'primary' : 'quiet'}>
      {say(words)}
    </LinkButton>
  );
}
