import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useParams } from 'react-router';

import { freeConversationsStartedMax } from '../../contract/chat/limits.ts';
import type { Profile } from '../../contract/members/operations.ts';
import { toId } from '../../contract/platform/id.ts';
import { browserQueries, definePage } from '../platform/pages/page.ts';
import { keys, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Title } from '../shell/title.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Ban, ChevronLeft, Gift, Heart, Icon } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { RoundLink } from '../ui/round-button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { useBlocking } from '../chat/block/block-member.ts';
import { EndMatchQuestion, ListedMemberCard, useCardContext, useLike } from '../members/member-card.tsx';
import { type ShownMember, profileQuery, similarQuery, useLikeSeen } from '../members/members-queries.ts';
import { useOrigin, useWayBack } from '../members/origin.ts';
import { useJoin } from '../members/use-join.ts';
import { WriteLink } from '../members/write-link.tsx';
import { MemberDetails } from './member-details.tsx';
import { MemberHead, MemberMenu } from './member-head.tsx';
import { PhotoGallery, usePhotoViewer } from './photo-gallery.tsx';

const page = definePage('members-id', {
  parts: ['members', 'attributes', 'interests'],
  load: async ({ ensure, params }) => {
    const id = toId<MemberId>(params['id']);
    // Similar members are optional: the page is complete without them.
    const similar = ensure(similarQuery(id)).catch(() => undefined);
    const profile = ensure(profileQuery(id));
    // The page opens at once with what a tapped card knew, and itself reports a profile that cannot be loaded.
    if (browserQueries?.getQueryData(keys.card(id))) profile.catch(() => undefined);
    else await profile;
    if (!browserQueries) await similar;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** A member as the viewer may see them (specification, section 2: profile view). */
export default function MemberPage(): ReactElement {
  const id = toId<MemberId>(useParams()['id']);
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-24 md:px-8 md:pt-4 md:pb-12">
      <WideWays id={id} />
      {/* The key remounts the page for each member, so that nothing stays open. */}
      <Member key={id} id={id} />
    </div>
  );
}

function Member({ id }: { id: MemberId }): ReactElement | null {
  const queries = useQueryClient();
  const { data: profile, error } = useQuery(profileQuery(id));
  const [card] = useState(() => queries.getQueryData<ShownMember>(keys.card(id)));
  const member = profile ?? card;
  if (!profile && error)
    return (
      // The title that had the focus is gone, and this page has no bars on phones.
      <div role="alert">
        <div className="pt-3 md:hidden">
          <PhoneBack />
        </div>
        <ErrorPage inside error={error} />
      </div>
    );
  return member ? <KnownMember member={member} profile={profile} /> : null;
}

/** `profile` is undefined while it loads. */
function KnownMember({ member, profile }: { member: ShownMember; profile: Profile | undefined }): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const { view, viewer } = usePhotoViewer(member);
  const isFromSearch = useOrigin()?.search !== undefined;
  useLikeSeen(member);
  const { id, name, age } = member;
  const own = user?.id === id;
  // If the viewer has blocked the member, a note replaces the buttons.
  const mayAct = !own && !member.blocked;
  const actions = profile ? <Actions profile={profile} /> : <WaitingActions />;
  const menu = (variant: 'glass' | 'bare') => !own && profile && <MemberMenu profile={profile} variant={variant} />;
  return (
    <>
      <Title>{say('members.name-age', { name, age })}</Title>
      <div className="relative md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-8 lg:grid-cols-[572px_minmax(0,1fr)] lg:gap-11">
        <div className="relative max-md:-mx-4">
          <PhotoGallery member={member} view={view} />
          <div className="pointer-events-none absolute inset-x-3 top-[max(12px,env(safe-area-inset-top))] z-4 flex gap-2 *:pointer-events-auto md:hidden">
            <PhoneBack />
            <span className="flex-1" />
            {isFromSearch && <PhoneNeighbors id={id} />}
            {menu('glass')}
          </div>
        </div>
        {/* On phones, the text overlaps the foot of the picture like a sheet. */}
        <article className="relative z-5 grid grid-cols-[minmax(0,1fr)] content-start gap-6 bg-page max-md:-mx-4 max-md:-mt-7 max-md:rounded-t-sheet max-md:px-5 max-md:pt-6">
          <MemberHead member={member} menu={menu('bare')} />
          {own && <OwnNote />}
          {!own && profile?.blocked && <BlockedNote profile={profile} />}
          {mayAct && <div className="hidden gap-2.5 md:flex">{actions}</div>}
          {profile?.send_blocker === 'premium' && (
            <p className="max-w-[62ch] text-13 text-ink-2">
              {say('members.limit-note', { max: freeConversationsStartedMax })}
            </p>
          )}
          {profile ? <MemberDetails profile={profile} own={own} /> : <WaitingDetails />}
        </article>
      </div>
      {!own && <SimilarMembers id={id} />}
      {mayAct && <div className="bottom-bar profile-bar">{actions}</div>}
      {viewer}
    </>
  );
}

function WaitingActions(): ReactElement {
  return (
    <>
      <Skeleton className="h-12 flex-1 rounded-pill" />
      <Skeleton shape="circle" />
      <Skeleton shape="circle" />
    </>
  );
}

function WaitingDetails(): ReactElement {
  const say = useSay();
  return (
    <Loading label={say('common.loading')} className="grid gap-3">
      <Skeleton className="w-2/5" />
      <Skeleton shape="block" />
    </Loading>
  );
}

function OwnNote(): ReactElement {
  const say = useSay();
  return (
    <Alert
      action={
        <LinkButton to={pathTo('profile')} size="sm" variant="quiet">
          {say('members.edit')}
        </LinkButton>
      }
    >
      {say('members.own-note')}
    </Alert>
  );
}

function SimilarMembers({ id }: { id: MemberId }): ReactElement | null {
  const say = useSay();
  const { data: similar } = useQuery(similarQuery(id));
  const context = useCardContext();
  if (!similar || similar.results.length === 0) return null;
  return (
    <section className="mt-10 grid gap-4">
      <h2 className="speak text-20">{say('members.similar')}</h2>
      <ul className="similar-members">
        {similar.results.map((member) => (
          <li key={member.id}>
            <ListedMemberCard member={member} sizes="180px" context={context} suggested />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const like = useLike();
  const join = useJoin();
  const { data: user } = useQuery(userQuery);
  const { id, name, liked } = profile;
  const [ends, setEnds] = useState(false);
  return (
    <>
      {ends && <EndMatchQuestion name={name} onEnd={() => like(profile)} onClose={() => setEnds(false)} />}
      {user ? <WriteLink profile={profile} className="min-w-0 flex-1" /> : <JoinToWrite id={id} />}
      <button
        type="button"
        aria-pressed={liked}
        aria-label={say('members.like-name', { name })}
        onClick={() => like(profile, () => setEnds(true))}
        className={cx(
          'grid size-12 shrink-0 place-items-center rounded-full transition-[background-color,color,scale] active:scale-90',
          liked
            ? 'bg-secondary text-on-secondary hover:bg-secondary-hover'
            : 'bg-surface text-primary-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft',
        )}
      >
        <Icon of={Heart} filled={liked} />
      </button>
      {profile.send_blocker !== 'closed' && profile.send_blocker !== 'paused' && (
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

/** The button that leads to the chat after joining; the sign-up already asks for the first message. */
function JoinToWrite({ id }: { id: MemberId }): ReactElement {
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
  const unblock = useBlocking('unblockMember', 'members.unblocked');
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

const quietLink =
  'inline-flex min-h-9 min-w-0 items-center gap-1.5 rounded-pill px-3 font-semibold text-ink-2 transition-colors hover:bg-primary-soft hover:text-on-primary-soft';

// Lazy, because they need the search code, which other profiles do without.
const WideNeighbors = latePart(async () => ({ default: (await import('./neighbor-links.tsx')).WideNeighbors }));
const PhoneNeighbors = latePart(async () => ({ default: (await import('./neighbor-links.tsx')).PhoneNeighbors }));

function WideWays({ id }: { id: MemberId }): ReactElement {
  const say = useSay();
  const origin = useOrigin();
  const { to, toSearch, onClick } = useWayBack();
  return (
    <div className="mb-4 hidden min-h-9 items-center gap-1 text-13 md:flex">
      <Link to={to} onClick={onClick} className={`${quietLink} -ml-3 pl-2`}>
        <Icon of={ChevronLeft} size="sm" />
        {say(toSearch ? 'members.back' : 'common.back')}
      </Link>
      <span className="flex-1" />
      {origin?.search !== undefined && <WideNeighbors id={id} className={quietLink} />}
    </div>
  );
}

function PhoneBack(): ReactElement {
  const say = useSay();
  const { to, toSearch, onClick } = useWayBack();
  return (
    <RoundLink
      to={to}
      onClick={onClick}
      label={say(toSearch ? 'members.back' : 'common.back')}
      variant="glass"
      size="sm"
    >
      <Icon of={ChevronLeft} />
    </RoundLink>
  );
}
