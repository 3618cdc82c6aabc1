import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Ban, Gift, Heart, Icon } from '../../ui/icon.tsx';
import { RoundLink } from '../../ui/round-button.tsx';
import { useUnblockMember } from '../block-member.ts';
import { useJoin } from '../use-join.ts';
import { useLike } from '../use-like.ts';
import { WriteLink } from '../write-link.tsx';

/**
 * Buttons to write, like and give beside the picture on wide windows. If the viewer has blocked the member, a note
 * replaces the buttons on all windows.
 */
export function MemberActions({ profile }: { profile: Profile }): ReactElement {
  if (profile.blocked) return <BlockedNote profile={profile} />;
  return (
    <div className="hidden gap-2.5 md:flex">
      <Actions profile={profile} />
    </div>
  );
}

/** The same buttons on phones, at the bottom, in place of the tabs. */
export function MemberActionBar({ profile }: { profile: Profile }): ReactElement | null {
  if (profile.blocked) return null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 flex gap-2.5 border-t border-line bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
      <Actions profile={profile} />
    </div>
  );
}

function Actions({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const like = useLike();
  const join = useJoin();
  const { data: user } = useQuery(userQuery);
  const { id, name, liked } = profile;
  return (
    <>
      {user ? <WriteLink profile={profile} className="min-w-0 flex-1" /> : <JoinToWrite id={id} />}
      <button
        type="button"
        aria-pressed={liked}
        aria-label={say('members.like-name', { name })}
        onClick={() => like(profile)}
        className={cx(
          'grid size-12 shrink-0 place-items-center rounded-full transition-[background-color,color,scale] active:scale-90',
          liked
            ? 'bg-secondary text-on-secondary hover:bg-secondary-hover'
            : 'bg-surface text-primary-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft',
        )}
      >
        <Icon of={Heart} filled={liked} />
      </button>
      {profile.bar !== 'closed' && (
        <RoundLink
          to={user ? `${pathTo('members-id-chat', { id })}?gift=1` : join.to}
          onClick={user ? undefined : join.ask}
          label={say('members.gift-name', { name })}
        >
          <Icon of={Gift} />
        </RoundLink>
      )}
    </>
  );
}

/** Leads to the chat after joining; the sign-up already asks for the first message. */
function JoinToWrite({ id }: { id: string }): ReactElement {
  const say = useSay();
  const join = useJoin(pathTo('members-id-chat', { id }));
  return (
    <LinkButton to={join.to} onClick={join.ask} className="min-w-0 flex-1">
      {say('members.join-write')}
    </LinkButton>
  );
}

function BlockedNote({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const unblock = useUnblockMember('members.unblocked');
  return (
    <Alert
      icon={Ban}
      action={
        <Button size="sm" variant="quiet" busy={unblock.isPending} onClick={() => unblock.mutate(profile)}>
          {say('members.unblock')}
        </Button>
      }
    >
      {say('members.blocked-note', { name: profile.name })}
    </Alert>
  );
}
