import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

import { swipesHeldMax } from '../../../contract/limits.ts';
import type { SwipeProfile } from '../../../contract/swipes.ts';
import { keys } from '../../cache/query-keys.ts';
import { CallError, call } from '../../call.ts';
import { errorText } from '../../errors.ts';
import { newKey } from '../../idempotency-key.ts';
import { noteMatch } from '../../live/matches.ts';
import { callFrom } from '../../queries.ts';
import { useSay } from '../../sentences.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Deck, deckOf, isShort, withDay, withDealt, withReturned, withSwiped } from './deck.ts';

/** How often it is looked whether the day has ended: also after a sleep, and not all the time with a clock that is fast. */
const dayCheckMs = 30_000;

export const deckQuery = queryOptions({
  queryKey: keys.swipes,
  queryFn: async (context): Promise<Deck> =>
    deckOf(await callFrom(context)('getSwipe', {}, { signal: context.signal })),
  staleTime: Infinity,
});

interface Swipe {
  member: SwipeProfile;
  like: boolean;
  /** The same for every try, so that it counts once. */
  key: string;
}

/** The members whose swipe is not answered yet, and whether it is a like. */
type OnTheWay = RefObject<Map<string, boolean>>;

/** Whom a card is swiped for is gone, or was seen on another device: there is nothing to repeat. */
const isOver = (error: unknown): boolean =>
  error instanceof CallError && ['profile.not-found', 'profile.blocked-you', 'swipe.again'].includes(error.code);

export interface DeckControl {
  deck: Deck | undefined;
  error: unknown;
  reload: () => void;
  swipe: (member: SwipeProfile, like: boolean) => void;
  undo: () => void;
}

/** The cards of the swipe game. Swipes are shown at once and sent one after the other; a failed one puts its card back. */
export function useDeck(): DeckControl {
  const say = useSay();
  const queries = useQueryClient();
  const { data: deck, error, refetch } = useQuery(deckQuery);
  const onTheWay: OnTheWay = useRef(new Map<string, boolean>());
  const lastWasLike = useRef(true);
  const change = (next: (deck: Deck) => Deck): void =>
    void queries.setQueryData(deckQuery.queryKey, (known) => known && next(known));

  useDealing(deck, onTheWay, change);
  useNextDay(deck?.dayEndsAt, onTheWay, change);

  const swipe = useMutation({
    // One after the other, in the order of the swipes.
    scope: { id: 'swipes' },
    mutationFn: async ({ member, like, key }: Swipe) =>
      call('swipeProfile', { profile: member.id, like, idempotency_key: key }),
    retry: (failures, failure) => !(failure instanceof CallError) && failures < 3,
    onMutate: ({ member, like }) => {
      onTheWay.current.set(member.id, like);
      lastWasLike.current = like;
      change((known) => withSwiped(known, member.id, like));
    },
    onSuccess: ({ match, ...day }, { member }) => {
      onTheWay.current.delete(member.id);
      change((known) => withDay(known, day, likesIn(onTheWay)));
      if (match) noteMatch({ ...member, liked: true });
    },
    onError: (failure, { member, like }) => {
      onTheWay.current.delete(member.id);
      change((known) => ({ ...known, likesLeft: known.likesLeft + (like ? 1 : 0) }));
      if (isOver(failure)) return;
      change((known) => withReturned(known, member));
      showToast({ tone: 'danger', children: errorText(say, failure) });
      // The last one asks what is true: a new hand must not show whom a waiting swipe is for.
      if (failure instanceof CallError && onTheWay.current.size === 0) void refetch();
    },
  });

  const undo = useMutation({
    scope: { id: 'swipes' },
    mutationFn: async () => call('undoSwipe', {}),
    onSuccess: ({ profile, like_returned: isReturned, ...day }) => {
      change((known) =>
        withDay(profile ? withReturned(known, profile) : { ...known, canUndo: false }, day, likesIn(onTheWay)),
      );
      if (lastWasLike.current && !isReturned) showToast({ children: say('likes.swipe.not-returned') });
    },
    onError: (failure) => {
      change((known) => ({ ...known, canUndo: false }));
      showToast({ tone: 'danger', children: errorText(say, failure) });
    },
  });

  return {
    deck,
    error,
    reload: () => void refetch(),
    swipe: (member, like) => swipe.mutate({ member, like, key: newKey() }),
    undo: () => undo.mutate(),
  };
}

function likesIn(onTheWay: OnTheWay): number {
  return [...onTheWay.current.values()].filter(Boolean).length;
}

/** Deals cards, one at a time, until enough are at hand. */
function useDealing(deck: Deck | undefined, onTheWay: OnTheWay, change: (next: (deck: Deck) => Deck) => void): void {
  const isWanted = deck !== undefined && isShort(deck);
  const hand = deck?.cards.map((card) => card.id).join() ?? '';
  const deal = useEffectEvent(async (signal: AbortSignal) => {
    const held = [...new Set([...hand.split(','), ...onTheWay.current.keys()])]
      .filter((id) => id !== '')
      .slice(-swipesHeldMax);
    // After a failure the next swipe asks again.
    const answer = await call('getSwipe', held.length === 0 ? {} : { held: held.join() }, { signal }).catch(() => null);
    if (answer && !signal.aborted) change((known) => withDealt(known, answer));
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const asking = new AbortController();
    void deal(asking.signal);
    return () => asking.abort();
  }, [isWanted, hand]);
}

/** Asks what is left once the day has ended, when all likes light up again. The cards stay. */
function useNextDay(
  endsAt: string | undefined,
  onTheWay: OnTheWay,
  change: (next: (deck: Deck) => Deck) => void,
): void {
  const check = useEffectEvent(async () => {
    if (endsAt === undefined || Date.now() < Date.parse(endsAt) || onTheWay.current.size > 0) return;
    // After a failure the next look asks again.
    const day = await call('getSwipe', {}).catch(() => null);
    if (day) change((known) => ({ ...withDay(known, day, likesIn(onTheWay)), canUndo: day.can_undo }));
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), dayCheckMs);
    return () => clearInterval(timer);
  }, []);
}
