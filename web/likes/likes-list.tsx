import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useCallback } from 'react';

import { likesPageSize } from '../../contract/likes/limits.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { LoadMore } from '../platform/load-more.tsx';
import { MemberCard } from '../members/member-card.tsx';
import { likesQuery, loadMoreLikes } from '../cache/likes-pages.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { type LikesEntry, type LikesType, getLikesEntries, listByType } from './likes-view.ts';

const columns = 'grid grid-cols-2 gap-2.5 sm:grid-cols-3 md:gap-4 xl:grid-cols-4';
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
  const entries = getLikesEntries(likes, type);
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
        {entries.slice(0, max).map((entry) => (
          <li key={entry.member.id}>
            <Entry entry={entry} type={type} />
          </li>
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

/** A card of the list. New likes are marked only among the received ones, where they are counted. */
function Entry({ entry, type }: { entry: LikesEntry; type: LikesType }): ReactElement {
  const say = useSay();
  const { member } = entry;
  const isNew = entry.isNew && type === 'received';
  return (
    <div className={cx('rounded-photo', isNew && 'shadow-glow')}>
      <MemberCard
        member={member}
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
}
