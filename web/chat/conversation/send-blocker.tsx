import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { SendBlocker } from '../../../contract/members/send-blocker.ts';
import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import { useUnblockMember } from '../../members/block-member.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Ban, Flame, Info, type LucideIcon, Mail, Crown } from '../../ui/icon.tsx';

/** With missing credits the composer stays. */
type Noticed = Exclude<SendBlocker, 'credits'>;

const icons: Record<Noticed, LucideIcon> = {
  premium: Crown,
  unconfirmed: Mail,
  'you-blocked': Ban,
  blocked: Ban,
  closed: Flame,
  gone: Info,
};

/** Why the member cannot write now, and the one thing to do about it. */
export function SendBlockerNotice({ chat, blocker }: { chat: Chat; blocker: Noticed }): ReactElement {
  const say = useSay();
  const { name } = chat.profile;
  return (
    <Alert icon={icons[blocker]} action={<Action chat={chat} blocker={blocker} />}>
      <p>{say(`chat.blocker-${blocker}`, { name, max: freeConversationsStartedMax })}</p>
    </Alert>
  );
}

function Action({ chat, blocker }: { chat: Chat; blocker: Noticed }): ReactNode {
  const say = useSay();
  // After the payment, the member returns to this conversation.
  const next = `?next=${encodeURIComponent(useLocation().pathname)}`;
  const unblock = useUnblockMember('chat.unblock-done');
  if (blocker === 'you-blocked')
    return (
      <Button variant="quiet" size="sm" busy={unblock.isPending} onClick={() => unblock.mutate(chat.profile)}>
        {say('chat.blocker-you-blocked-action')}
      </Button>
    );
  const links = {
    premium: [pathTo('premium') + next, 'chat.blocker-premium-action'],
    unconfirmed: [pathTo('members'), 'chat.blocker-unconfirmed-action'],
    blocked: [pathTo('chats'), 'chat.blocker-back-action'],
    closed: [pathTo('members'), 'chat.empty-action'],
    gone: [pathTo('chats'), 'chat.blocker-back-action'],
  } as const;
  const [to, words] = links[blocker];
  return (
    <LinkButton to={to} size="sm" variant={blocker === 'premium' ? 'primary' : 'quiet'}>
      {say(words)}
    </LinkButton>
  );
}
