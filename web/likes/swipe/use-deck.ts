import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { swipeLikesPerDay, swipesHeldMax } from '../../../contract/likes/limits.ts';
import type { SwipeProfile } from '../../../contract/likes/operations.ts';
import { queueMatch } from '../../live/matches.ts';
import { CallError, call } from '../../platform/calls/call.ts';
import { newKey } from '../../platform/calls/idempotency-key.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { callFrom, keys } from '../../platform/calls/queries.ts';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';
import { showToast } from '../../ui/toast.ts';
import { type Deck, isShort, toDeck, withDay, withDealt, withFailed, withReturned, withSwiped } from './deck.ts';

/** Interval of checks for the end of the day: works after sleep, and limits requests if the clock is fast. */
const dayCheckMs = 30_000;

export const deckQuery = queryOptions({
  queryKey: keys.swipes,
  queryFn: async (context): Promise<Deck> =>
    toDeck(await callFrom(context)('getSwipe', {}, { signal: context.signal })),
  staleTime: Infinity,
});

/** True if the card's member is gone, or was seen on another device: there is nothing to repeat. */
const isOver = (error: unknown): boolean =>
  error instanceof CallError && ['profile.not-found', 'profile.blocked-you', 'swipe.again'].includes(error.code);

/**
 * Plays the game. Swipes are shown at once and sent in turn. A lost response may belong to a success, so the deck is
 * fetched again.
 */
export function useDeck() {
  const say = useSay();
  const queries = useQueryClient();
  const { data: deck, error, refetch } = useQuery(deckQuery);
  const dealing = useDealing(deck);
  const isUnsure = useRef(false);
  useNextDay(deck?.dayEndsAt);

  const ask = {
    // One after the other, in the order in which they were made.
    scope: { id: 'swipes' },
    onSettled: (): void => {
      // The last request refetches: a new hand must not show the member of a pending swipe.
      if (!isUnsure.current || queries.isMutating({ mutationKey: gameKey }) > 1) return;
      isUnsure.current = false;
      void queries.invalidateQueries({ queryKey: keys.swipes });
    },
  };

  const swipe = useMutation({
    ...ask,
    mutationKey: swipeKey,
    mutationFn: async ({ member, like, key }: Swipe) =>
      call('swipeProfile', { profile: member.id, like, idempotency_key: key }),
    retry: (failures, failure) => !(failure instanceof CallError) && failures < 3,
    onMutate: ({ member, like }) => change(queries, (known) => withSwiped(known, member.id, like)),
    onSuccess: ({ match, ...day }, own) => {
      change(queries, (known) => withDay(known, day, othersOnTheWay(queries, own)));
      if (match) queueMatch({ ...own.member, liked: true });
    },
    onError: (failure, { member, like, key }) => {
      isUnsure.current = true;
      const isLast = swipesOnTheWay(queries).every((one) => one.key === key);
      change(queries, (known) => withFailed(known, like, isLast));
      if (isOver(failure)) return;
      change(queries, (known) => withReturned(known, member));
      showToast({ tone: 'danger', children: errorText(say, failure) });
    },
  });

  const undo = useMutation({
    ...ask,
    mutationKey: gameKey,
    mutationFn: async (meant: Undo) => call('undoSwipe', meant),
    onMutate: () => change(queries, (known) => ({ ...known, canUndo: false })),
    onSuccess: ({ profile, was_like: wasLike, like_returned: isReturned, ...day }, own) => {
      const others = othersOnTheWay(queries, own);
      change(queries, (known) => withDay(profile ? withReturned(known, profile) : known, day, others));
      if (wasLike && !isReturned) showToast({ children: say('likes.swipe.not-returned') });
    },
    onError: (failure) => {
      isUnsure.current = true;
      showToast({ tone: 'danger', children: errorText(say, failure) });
    },
  });

  return {
    deck,
    /** Why there is no deck, or no further card. */
    error: deck ? dealing.error : error,
    reload: (): void => void (deck ? dealing.refetch() : refetch()),
    /** Swipes the card on top, or only the given one: false if it is gone or no like is left. */
    swipe: (like: boolean, id?: MemberId): SwipeProfile | false => {
      const { cards: [member] = [], likesLeft = 0 } = current(queries);
      if (!member || (id !== undefined && id !== member.id)) return false;
      if (like && likesLeft <= 0) return sayNoneLeft(say);
      swipe.mutate({ member, like, key: newKey() });
      return member;
    },
    undo: (): void => {
      const { canUndo = false, lastId } = current(queries);
      if (canUndo) undo.mutate(lastId === undefined ? {} : { profile: lastId });
    },
  };
}

/** Returns the deck after the last press: several may come before the page is rendered again. */
function current(queries: QueryClient): Partial<Deck> {
  return queries.getQueryData(deckQuery.queryKey) ?? {};
}

function sayNoneLeft(say: Say): false {
  const children = say('errors.swipe.limit', { max: swipeLikesPerDay });
  showToast({ id: 'swipe-limit', tone: 'info', children });
  return false;
}

function change(queries: QueryClient, next: (deck: Deck) => Deck): void {
  queries.setQueryData(deckQuery.queryKey, (known) => known && next(known));
}

/** Fetches the state of the day once it has ended and all likes burn again. The cards stay. */
function useNextDay(endsAt: string | undefined): void {
  const queries = useQueryClient();
  const check = useEffectEvent(async () => {
    if (endsAt === undefined || Date.now() < Date.parse(endsAt) || queries.isMutating({ mutationKey: gameKey }) > 0)
      return;
    // After a failure, the next check tries again.
    const day = await call('getSwipe', {}).catch(() => null);
    if (day) change(queries, (known) => withDay(known, day, othersOnTheWay(queries)));
  });
  useEffect(() => {
    const timer = setInterval(() => void check(), dayCheckMs);
    return () => clearInterval(timer);
  }, []);
}

/**
 * Deals the next card of a hand. It is a query: it waits offline, and is retried with the connection or after a swipe.
 */
function useDealing(deck: Deck | undefined) {
  const queries = useQueryClient();
  const hand = deck?.cards.map(({ id }) => id) ?? [];
  const { data, error, refetch } = useQuery({
    queryKey: keys.nextSwipe(hand.join()),
    queryFn: async (context) => {
      const waiting = swipesOnTheWay(queries).map(({ member }) => member.id);
      const held = [...new Set([...hand, ...waiting])].slice(-swipesHeldMax);
      return callFrom(context)('getSwipe', held.length === 0 ? {} : { held: held.join() }, { signal: context.signal });
    },
    enabled: deck !== undefined && isShort(deck),
    staleTime: Infinity,
    // The same hand may get another card later.
    gcTime: 0,
  });
  useEffect(() => {
    if (data) queries.setQueryData<Deck>(keys.swipes, (known) => known && withDealt(known, data));
  }, [data, queries]);
  return { error, refetch };
}

/** Mutation keys of swipes and undos, which are sent one after the other. */
export const gameKey = ['swipe-game'];
export const swipeKey = [...gameKey, 'swipe'];

interface Swipe {
  member: SwipeProfile;
  like: boolean;
  /** The same for every attempt, so that it counts once. */
  key: string;
}

interface Undo {
  profile?: MemberId;
}

/** Returns the swipes without a response yet, including those made before the page was left and opened again. */
export function swipesOnTheWay(queries: QueryClient): Swipe[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: swipeKey, status: 'pending' })
    .map(({ state }) => state.variables as Swipe);
}

export function othersOnTheWay(queries: QueryClient, own?: Swipe | Undo): (Partial<Swipe> & Undo)[] {
  return queries
    .getMutationCache()
    .findAll({ mutationKey: gameKey, status: 'pending' })
    .map(({ state }) => state.variables as Swipe | Undo)
    .filter((one) => one !== own);
}
