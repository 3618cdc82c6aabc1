import type { ReactElement } from 'react';

import { freeConversationsStartedMax } from '../../contract/chat/limits.ts';
import type { Profile } from '../../contract/members/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { LinkButton, type LinkButtonProps } from '../ui/button.tsx';
import { Icon, MessageSquare } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';

export interface WriteLinkProps extends Pick<LinkButtonProps, 'variant' | 'className' | 'onClick'> {
  profile: Pick<Profile, 'id' | 'conversation' | 'message_credits' | 'send_blocker'>;
}

export function chatPath({ id, conversation }: Pick<Profile, 'id' | 'conversation'>): string {
  return conversation === null ? pathTo('members-id-chat', { id }) : pathTo('chats-id', { id: conversation });
}

/** Tells beforehand whether writing takes credits, nothing or premium. Needs the sentences of `members`. */
export function WriteLink({ profile, ...rest }: WriteLinkProps): ReactElement | null {
  const say = useSay();
  const { send_blocker: sendBlocker } = profile;
  const to = chatPath(profile);
  if (sendBlocker === 'closed' || sendBlocker === 'paused')
    return profile.conversation === null ? null : (
      <LinkButton to={to} {...rest} variant="quiet">
        {say('members.read-closed')}
      </LinkButton>
    );
  if (sendBlocker === 'premium')
    return (
      <LinkButton to={to} {...rest}>
        <span className="grid gap-0.5">
          {say('members.write-premium')}
          <span className="text-12 font-semibold">
            {say('members.limit-used', { max: freeConversationsStartedMax })}
          </span>
        </span>
      </LinkButton>
    );
  return (
    <LinkButton to={to} price={<WritePrice credits={profile.message_credits} />} {...rest}>
      <Icon of={MessageSquare} size="sm" className="hidden lg:block" />
      {say('members.write')}
    </LinkButton>
  );
}

function WritePrice({ credits }: { credits: number }): ReactElement {
  const say = useSay();
  const format = useFormat();
  if (credits === 0) return <>{say('members.free')}</>;
  return <Price amount={format.number(credits)} label={say('common.credits', { count: credits })} />;
}
