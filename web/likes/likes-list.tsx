import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useCallback } from 'react';
import { NavLink } from 'react-router';

import type { LikesList as ListName } from '../../contract/likes/likes-lists.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import type { Likes, ReceivedLike } from '../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { chatsQuery, likesQuery, loadMoreLikes } from '../cache/list-pages.ts';
import { MemberCard, useLike } from '../members/member-card.tsx';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { LoadMore } from '../platform/load-more.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Heart, Icon, MessageSquare } from '../ui/icon.tsx';
import { ListEntry } from '../ui/list-entry.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

const likesTypes = ['received', 'given', 'matches'] as const;
export type LikesType = (typeof likesTypes)[number];

export function isLikesType(text: string | undefined): text is LikesType {
  return (likesTypes as readonly (string | undefined)[]).includes(text);
}

const listByType = {
  received: 'liked_by',
  given: 'profiles',
  matches: 'matches',
} as const satisfies Record<LikesType, ListName>;

/**
 * Returns one list of likes, as far as it is loaded (specification, section 4: new ones first, then the rest). A match
 * is listed among the matches only.
 */
export function selectLikes(likes: Likes, type: LikesType): readonly (ProfileSummary | ReceivedLike)[] {
  if (type === 'matches') return likes.matches;
  if (type === 'received') return likes.liked_by.filter(({ liked }) => !liked);
  const matched = new Set(likes.matches.map(({ id }) => id));
  return likes.profiles.filter(({ id }) => !matched.has(id));
}

const columns =
  'grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-[repeat(var(--columns,4),minmax(0,1fr))]';
const waitingCards = 4;
/** After this many pages, only the button loads more, so that the footer can be reached. */
const pagesByThemselves = 3;

/** A list of likes, page by page or its first `max`; skeletons while it loads, and one action if it is empty. */
export function LikesList({ type, max }: { type: LikesType; max?: number }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const { data: likes, error, refetch } = useQuery(likesQuery);
  const load = useCallback(() => loadMoreLikes(queries, call, listByType[type]), [queries, type]);
  if (!likes && error)
    return (
      <EmptyState
        title={say('likes.failed')}
        action={<Button onClick={() => void refetch()}>{say('common.retry')}</Button>}
      >
        {errorText(say, error)}
      </EmptyState>
    );
  if (!likes)
    return (
      <Loading label={say('common.loading')}>
        <WaitingCards />
      </Loading>
    );
  const entries = selectLikes(likes, type);
  const has = max === undefined && likes.before[listByType[type]] !== null;
  if (entries.length === 0 && !has)
    return (
      <EmptyState
        level={max === undefined ? 2 : 3}
        title={say(`likes.empty-${type}` satisfies SentenceId)}
        action={<LinkButton to={pathTo('members')}>{say('likes.empty-action')}</LinkButton>}
      >
        {say(`likes.empty-${type}-text` satisfies SentenceId)}
      </EmptyState>
    );
  return (
    <div>
      <ul className={columns}>
        {entries.slice(0, max).map((member) => (
          <ListEntry key={member.id}>
            <Entry member={member} type={type} />
          </ListEntry>
        ))}
      </ul>
      <LoadMore
        has={has}
        load={load}
        bySelf={entries.length < pagesByThemselves * likesPageSize}
        waiting={<WaitingCards />}
        failed={say('likes.failed')}
      />
    </div>
  );
}

function WaitingCards(): ReactElement {
  return (
    <div className={columns}>
      {Array.from({ length: waitingCards }, (_, at) => (
        <Skeleton key={at} shape="photo" />
      ))}
    </div>
  );
}

function Entry({ member, type }: { member: ProfileSummary | ReceivedLike; type: LikesType }): ReactElement {
  const say = useSay();
  const isNew = 'like_new' in member && member.like_new;
  const card = (
    <div className={cx('rounded-photo', isNew && 'shadow-glow')}>
      <MemberCard
        member={member}
        hasHeart={type === 'given'}
        sizes="(min-width: 75rem) 270px, (min-width: 36rem) 31vw, 46vw"
        {...(type === 'matches' && { to: pathTo('likes-m-id', { id: member.id }) })}
        {...(isNew && {
          mark: (
            <span className="inline-flex min-h-6 items-center rounded-input bg-secondary px-2.25 text-12 leading-[1.2] font-bold text-on-secondary">
              {say('likes.new')}
            </span>
          ),
        })}
      />
    </div>
  );
  if (type === 'given') return card;
  return (
    <div className="grid h-full content-between gap-2">
      {card}
      {type === 'matches' ? <ConversationLink id={member.id} /> : <LikeBack member={member} />}
    </div>
  );
}

function LikeBack({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  const like = useLike();
  return (
    <Button
      variant="second"
      size="sm"
      wide
      aria-label={`${say('members.like-back')}: ${member.name}`}
      onClick={() => like(member)}
    >
      <Icon of={Heart} size="sm" />
      {say('members.like-back')}
    </Button>
  );
}

/** The way to the conversation with a match, and what was written last if it was a text. */
function ConversationLink({ id }: { id: MemberId }): ReactElement {
  const say = useSay();
  const { data: chats } = useQuery(chatsQuery);
  const begun = chats?.chats.find(({ profile }) => profile.id === id)?.conversation;
  const line = begun?.last_kind === 'text' && begun.last_text;
  return (
    <div className="grid gap-1.5">
      {line && (
        <p dir="auto" className={cx('truncate px-1 text-13', begun.last_own ? 'text-ink-3' : 'text-ink-2')}>
          {begun.last_own ? say('likes.last-own', { text: line }) : line}
        </p>
      )}
      <LinkButton
        to={begun ? pathTo('chats-id', { id: begun.id }) : pathTo('members-id-chat', { id })}
        variant="second"
        size="sm"
        className="w-full"
      >
        <Icon of={MessageSquare} size="sm" />
        {say('likes.write')}
      </LinkButton>
    </div>
  );
}

const tab =
  'inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-pill px-3 text-13 sm:px-4 font-semibold whitespace-nowrap transition-colors';

/** Links to the overview and the three lists of likes; the received ones with the number of new likes. */
export function LikesTabs(): ReactElement {
  const say = useSay();
  const { likes: fresh } = useUnreadCounts();
  const { data: likes } = useQuery({ ...likesQuery, enabled: false });
  const matched = likes?.matches.filter((like) => like.like_new).length ?? 0;
  const counts = { received: Math.max(0, fresh - matched), given: 0, matches: matched };
  const look = ({ isActive }: { isActive: boolean }): string =>
    cx(tab, isActive ? 'bg-primary-soft text-on-primary-soft' : 'text-ink-2 hover:bg-sunken');
  return (
    <nav
      aria-label={say('likes.title')}
      className="-mx-4 flex overflow-x-auto sm:gap-1 px-4 py-1 [scrollbar-width:none] md:mx-0 md:px-0"
    >
      <NavLink end to={pathTo('likes')} className={look}>
        {say('likes.overview')}
      </NavLink>
      {likesTypes.map((type) => (
        <NavLink key={type} to={pathTo('likes-type', { type })} className={look}>
          {say(`likes.${type}`)}
          {counts[type] > 0 && (
            <Badge count={counts[type]} tone="lit" label={say('shell.new-likes', { count: counts[type] })} />
          )}
        </NavLink>
      ))}
    </nav>
  );
}
