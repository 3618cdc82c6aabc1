import { type ReactElement, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import type { SwipeProfile } from '../../../contract/likes/swipes.ts';
import { definePage } from '../../platform/page.ts';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { pathTo } from '../../platform/route-table.ts';
import { FinderLink } from '../../members/finder-link.tsx';
import { sharedWords } from '../../members/finder/shared-tags.tsx';
import { type Say, useSay } from '../../platform/sentences.tsx';
import { useIsOnline } from '../../shell/connection.ts';
import { Title } from '../../shell/title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { spendsLike } from './deck.ts';
import { SwipeCard } from './swipe-card.tsx';
import { SwipeControls } from './swipe-controls.tsx';
import { SwipeDay } from './swipe-day.tsx';
import { deckQuery, useDeck } from './use-deck.ts';
import { useDrag } from './use-drag.ts';
import { useSwipeKeys } from './use-swipe-keys.ts';

const page = definePage('swipe-game', {
  parts: ['likes', 'members', 'finder', 'interests'],
  load: async ({ ensure }) => {
    // In the browser, the page opens at once and shows a failure itself.
    const wanted = ensure({ ...deckQuery, staleTime: 0 }).catch(() => undefined);
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

interface Leaving {
  member: SwipeProfile;
  like: boolean;
}

/** The swipe game (specification, sections 1 and 9): one member after the other, four likes a day, skips are free. */
export default function SwipePage(): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { deck, error, reload, swipe, undo } = useDeck();
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const isOnline = useIsOnline();
  const game = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const top = deck?.cards[0];
  const mayLike = (deck?.likesLeft ?? 0) > 0;
  const undoNote = deck && spendsLike(deck) ? noteId : undefined;

  const go = (like: boolean, id?: string): boolean => {
    const member = swipe(like, id);
    // With reduced motion there is no animation whose end would remove the card.
    if (member && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      setLeaving((cards) => [...cards, { member, like }]);
    return member !== false;
  };
  const open = (): void => void (top && navigate(pathTo('members-id', { id: top.id })));
  const drag = useDrag({ like: mayLike, onThrow: go, onTap: open });
  useSwipeKeys(game, { skip: () => go(false), like: () => go(true), undo, open });

  return (
    <div
      ref={game}
      className="mx-auto grid w-full max-w-page flex-1 grid-rows-[auto_1fr_auto] gap-4 px-4 pt-4 pb-5 lg:grid-cols-[1fr_auto_1fr] lg:grid-rows-[1fr_auto] lg:gap-x-12 lg:px-8 lg:py-7"
    >
      <Title>{say('likes.swipe.title')}</Title>
      <SwipeDay likesLeft={deck?.likesLeft ?? swipeLikesPerDay} endsAt={deck?.dayEndsAt} undoNote={undoNote} />
      {/* As high as the window allows: above and below are the day, the buttons, the tabs, and maybe a banner. */}
      <div className="relative isolate mx-auto aspect-4/5 w-[min(100%,calc((100svh-var(--beside))*0.8),26rem)] [--beside:21.25rem] lg:w-[min(calc((100svh-var(--beside))*0.8),28rem)] lg:[--beside:17rem] max-lg:[body:has([data-alert])_&]:[--beside:24.5rem] max-[26rem]:[body:has([data-alert])_&]:[--beside:27rem]">
        {!top && (deck?.isEnded ? <Everyone /> : <Coming isOnline={isOnline} error={error} retry={reload} />)}
        {deck?.cards.slice(0, 3).map((member, place) => (
          <SwipeCard
            key={member.id}
            member={member}
            place={place === 0 ? 'top' : place === 1 ? 'second' : 'third'}
            {...(place === 0 && { drag })}
          />
        ))}
        {leaving.map(({ member, like }) => (
          <SwipeCard
            key={`${member.id} leaving`}
            member={member}
            place={like ? 'liked' : 'skipped'}
            onGone={() => setLeaving((cards) => cards.filter((card) => card.member.id !== member.id))}
          />
        ))}
        <p aria-live="polite" className="sr-only">
          {top && announced(say, top)}
        </p>
      </div>
      <SwipeControls
        member={top}
        mayLike={mayLike}
        canUndo={deck?.canUndo ?? false}
        undoNote={undoNote}
        onSkip={() => go(false)}
        onLike={() => go(true)}
        onUndo={undo}
      />
    </div>
  );
}

/** Shown in place of the cards while there are none yet, or after a failure. */
function Coming({ isOnline, error, retry }: { isOnline: boolean; error: unknown; retry: () => void }): ReactElement {
  const say = useSay();
  if (error) return <RetryAlert error={error} retry={retry} />;
  if (!isOnline)
    return <EmptyState title={say('likes.swipe.offline')} className="h-full content-center rounded-card bg-sunken" />;
  return <Skeleton shape="photo" className="absolute inset-0 rounded-card" />;
}

/** Shown in place of the cards once all members were shown. */
function Everyone(): ReactElement {
  const say = useSay();
  return (
    <EmptyState
      title={say('likes.swipe.empty')}
      action={
        <>
          <LinkButton to={pathTo('members')}>{say('likes.empty-action')}</LinkButton>
          <FinderLink />
        </>
      }
      className="h-full content-center"
    >
      {say('likes.swipe.empty-text')}
    </EmptyState>
  );
}

/** The top card for screen readers: name, age, town, and what both have in common. */
function announced(say: Say, { name, age, town, shared }: SwipeProfile): string {
  const words = sharedWords(say, shared);
  const common = words.length > 0 ? `${words.join(', ')}: ${say('members.shared')}` : '';
  return [say('members.name-age', { name, age }), town, common].filter(Boolean).join(', ');
}
