import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import type { SwipeProfile } from '../../../contract/likes/operations.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { type PlaceWords, buildCaption, usePlaceWords } from '../../members/build-caption.ts';
import { FinderLink } from '../../members/finder-link.tsx';
import { useSharedWords } from '../../members/finder/shared-tags.tsx';
import { SearchTabs } from '../../members/search-tabs.tsx';
import { useFictionalWord } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { definePage } from '../../platform/pages/page.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { useIsOnline } from '../../platform/calls/connection.ts';
import { WayBack } from '../../shell/back-button.tsx';
import { Title } from '../../shell/title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heart, Icon, Undo2, User, X } from '../../ui/icon.tsx';
import { RoundButton, RoundLink } from '../../ui/round-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tealights } from '../../ui/tealights.tsx';
import { isBusy } from '../is-busy.ts';
import { spendsLike } from './deck.ts';
import { SwipeCard, useDrag } from './swipe-card.tsx';
import { deckQuery, swipesOnTheWay, useDeck } from './use-deck.ts';

const page = definePage('swipe-game', {
  parts: ['likes', 'members', 'match-finder', 'attributes', 'interests'],
  load: async ({ ensure }) => {
    // In the browser, the page opens at once and shows a failure itself.
    const wanted = ensure({ ...deckQuery, staleTime: 0 }).catch(() => undefined);
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The swipe game (specification, sections 1 and 9): one member after the other, four likes a day, skips are free. */
export default function SwipePage(): ReactElement {
  const say = useSay();
  const placeWords = usePlaceWords();
  const navigate = useNavigate();
  const { deck, error, reload, swipe, undo } = useDeck();
  const [leaving, setLeaving] = useState<readonly { member: SwipeProfile; like: boolean }[]>([]);
  const isOnline = useIsOnline();
  const game = useRef<HTMLDivElement>(null);
  const noteId = useId();
  const top = deck?.cards[0];
  const fictionalWord = useFictionalWord();
  const listShared = useSharedWords();
  const mayLike = (deck?.likesLeft ?? 0) > 0;
  const undoNote = deck && spendsLike(deck) ? noteId : undefined;

  const go = (like: boolean, id?: MemberId): boolean => {
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
    <>
      {/* In small windows the game has the whole window, with a way back. */}
      <div className="mx-auto w-full max-w-page px-4 pt-2.5 md:px-8 md:pt-7 compact:hidden">
        <SearchTabs className="lg:w-96" />
      </div>
      <div
        ref={game}
        className="mx-auto grid w-full max-w-page flex-1 overflow-x-clip grid-rows-[auto_1fr_auto] gap-4 px-4 pt-4 pb-5 compact:gap-3 compact:pt-3 compact:pb-[max(1rem,env(safe-area-inset-bottom))] lg:grid-cols-[1fr_minmax(auto,28rem)_1fr] lg:grid-rows-[1fr_auto] lg:gap-x-12 lg:px-8 lg:py-7 sideways:grid-cols-2 sideways:grid-rows-2 sideways:gap-x-8"
      >
        <Title>{say('likes.swipe.title')}</Title>
        <SwipeDay likesLeft={deck?.likesLeft ?? swipeLikesPerDay} endsAt={deck?.dayEndsAt} undoNote={undoNote} />
        <div className="swipe-cards relative isolate m-auto sideways:col-start-1 sideways:row-span-2 sideways:row-start-1">
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
            {top && writeCardText(placeWords, top, fictionalWord, listShared(top.shared))}
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
    </>
  );
}

function Coming({ isOnline, error, retry }: { isOnline: boolean; error: unknown; retry: () => void }): ReactElement {
  const say = useSay();
  if (error) return <RetryAlert error={error} retry={retry} />;
  if (!isOnline)
    return <EmptyState title={say('members.offline')} className="h-full content-center rounded-card bg-sunken" />;
  return <Skeleton shape="photo" className="absolute inset-0 rounded-card" />;
}

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

/** Returns the top card for screen readers, with everything that its picture shows. */
function writeCardText(placeWords: PlaceWords, member: SwipeProfile, fictionalWord: string, words: string[]): string {
  const { fictional } = member;
  const { say } = placeWords;
  const common = words.length > 0 ? `${words.join(', ')}: ${say('members.shared')}` : '';
  const { title, online, place } = buildCaption(placeWords, member);
  return [title, fictional && fictionalWord, online, place, common].filter(Boolean).join(', ');
}

interface SwipeControlsProps {
  member: ProfileSummary | undefined;
  mayLike: boolean;
  canUndo: boolean;
  /** The id of the note that an undo does not give the like back. */
  undoNote: string | undefined;
  onSkip: () => void;
  onLike: () => void;
  onUndo: () => void;
}

/** Buttons for undo, skip, like and the profile. A button without effect is muted and keeps the focus. */
function SwipeControls(props: SwipeControlsProps): ReactElement {
  const say = useSay();
  const { member, mayLike, canUndo, undoNote, onSkip, onLike, onUndo } = props;
  const name = member?.name ?? '';
  const canLike = member !== undefined && mayLike;
  return (
    <>
      <div className="flex items-center justify-center gap-5 lg:col-start-2 sideways:col-start-2 sideways:justify-start sideways:self-start">
        <RoundButton label={say('likes.swipe.undo')} aria-describedby={undoNote} isMuted={!canUndo} onClick={onUndo}>
          <Icon of={Undo2} />
        </RoundButton>
        <RoundButton label={say('likes.swipe.skip', { name })} size="lg" isMuted={!member} onClick={onSkip}>
          <Icon of={X} />
        </RoundButton>
        <RoundButton
          label={say('members.like-name', { name })}
          variant="primary"
          size="lg"
          isMuted={!canLike}
          // The second tap of two in a row would spend a like on a member who was not seen yet.
          onClick={({ detail }) => detail < 2 && onLike()}
          className="size-18"
        >
          <Icon of={Heart} filled />
        </RoundButton>
        {member ? (
          <RoundLink label={say('likes.open-profile', { name })} to={pathTo('members-id', { id: member.id })}>
            <Icon of={User} />
          </RoundLink>
        ) : (
          <span className="grid size-12 place-items-center rounded-full bg-sunken text-ink-3">
            <Icon of={User} />
          </span>
        )}
      </div>
      <dl className="hidden grid-cols-[max-content_1fr] content-center items-center gap-3 text-13 text-ink-2 lg:col-start-3 lg:row-start-1 lg:grid">
        <Key name="←">{say('likes.swipe.key.skip')}</Key>
        <Key name="→">{say('likes.swipe.key.like')}</Key>
        <Key name={say('likes.swipe.key.undo-keys')}>{say('likes.swipe.key.undo')}</Key>
        <Key name="↵">{say('likes.swipe.key.open')}</Key>
      </dl>
    </>
  );
}

function Key({ name, children }: { name: string; children: string }): ReactElement {
  return (
    <div className="contents">
      <dt>
        <kbd className="grid h-10 min-w-10 place-items-center rounded-pill bg-surface px-2.5 font-work text-13 font-bold text-ink inset-ring inset-ring-line">
          {name}
        </kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface SwipeDayProps {
  likesLeft: number;
  endsAt: string | undefined;
  undoNote: string | undefined;
}

/** The day's likes as burning tealights, and notes before the next step; screen readers get all of it. */
function SwipeDay({ likesLeft, endsAt, undoNote }: SwipeDayProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const queries = useQueryClient();
  // Every swipe renders the day again.
  const likesWaiting = isOnline ? 0 : swipesOnTheWay(queries).filter(({ like }) => like).length;
  const isOver = likesLeft <= 0 && endsAt !== undefined;
  const hasNote = likesWaiting > 0 || undoNote !== undefined;
  return (
    <header className="mx-auto flex w-full max-w-104 items-center gap-2 lg:mx-0 lg:grid lg:max-w-none lg:content-center lg:justify-items-start sideways:col-start-2 sideways:mx-0 sideways:self-end">
      <WayBack fallback={pathTo('members')} className="roomy:hidden" />
      <div className="grid flex-1 gap-0.5 lg:contents">
        <h1 className="sr-only lg:not-sr-only lg:speak lg:text-34">{say('likes.swipe.title')}</h1>
        <p className="hidden max-w-[22em] text-ink-2 lg:block">{say('likes.swipe.intro')}</p>
        <div role="status" className="grid gap-0.5 text-13 text-ink-3 lg:order-1 lg:gap-2">
          <p className="text-15 font-bold text-ink">{say('likes.swipe.left', { count: likesLeft })}</p>
          {isOver && (
            <p>
              <Rich id="likes.swipe.again" values={{ time: <LocalTime at={endsAt} write={format.time} /> }} />
            </p>
          )}
          <SwipeNotes likesWaiting={likesWaiting} undoNote={undoNote} />
        </div>
        {!isOver && !hasNote && (
          <p className="text-13 text-ink-3 max-[22rem]:hidden lg:hidden">{say('likes.swipe.free')}</p>
        )}
        {isOver && !hasNote && <FinderLink className="-ml-4 min-h-8! justify-self-start py-1! text-left lg:order-1" />}
      </div>
      <Tealights lit={likesLeft} total={swipeLikesPerDay} className="lg:my-3" />
    </header>
  );
}

/** Notes before the next step. The undo button is described by its note. */
export function SwipeNotes({
  likesWaiting,
  undoNote,
}: Pick<SwipeDayProps, 'undoNote'> & { likesWaiting: number }): ReactElement {
  const say = useSay();
  return (
    <>
      {likesWaiting > 0 && <p>{say('likes.swipe.waiting', { count: likesWaiting })}</p>}
      {undoNote !== undefined && <p id={undoNote}>{say('likes.swipe.spends')}</p>}
    </>
  );
}

type SwipeActions = Record<'skip' | 'like' | 'undo' | 'open', () => void>;

/**
 * Handles keys: arrows skip and like, Enter opens the profile, Ctrl+Z takes back. Z alone does so only in the game,
 * because a letter alone must not act on a whole page (WCAG 2.1.4).
 */
function useSwipeKeys(game: RefObject<HTMLElement | null>, actions: SwipeActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    const isInside = game.current?.contains(activeElement) ?? false;
    const isNowhere = activeElement === null || activeElement.contains(game.current);
    // A held key acts once: a browser would also press the focused button again.
    if (event.repeat && event.key === 'Enter' && isInside) event.preventDefault();
    if (event.repeat || event.altKey || !(isInside || isNowhere) || isBusy()) return;
    const action = getAction(event, isInside);
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function getAction({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, isInside: boolean): keyof SwipeActions | null {
  const withControl = ctrlKey || metaKey;
  if (shiftKey) return null;
  if (key === 'z' || key === 'Z') return withControl || isInside ? 'undo' : null;
  if (withControl) return null;
  if (key === 'ArrowLeft') return 'skip';
  if (key === 'ArrowRight') return 'like';
  // In the game, Enter presses the focused button.
  return key === 'Enter' && !isInside ? 'open' : null;
}
