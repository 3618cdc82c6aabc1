import type { Output } from '../../../contract/index.ts';
import type { SwipeProfile } from '../../../contract/likes/operations.ts';

/** The swipe game in this browser: the loaded cards, the first on top, and the state of the day. */
export interface Deck {
  cards: readonly SwipeProfile[];
  isEnded: boolean;
  likesLeft: number;
  dayEndsAt: string;
  canUndo: boolean;
  /** Whether an undo takes back a like. */
  undoesLike: boolean;
  /** The member of the last swipe on this page, which an undo is meant for. Unset: it may be another device's swipe. */
  lastId?: MemberId;
  /** Whether a like that is taken back counts as not given: once a day. */
  likeReturns: boolean;
}

type Day = Omit<Output<'getSwipe'>, 'profile'>;

/** Number of cards to hold, so that the member waits for none. */
const handSize = 3;

export function toDeck({ profile, ...day }: Output<'getSwipe'>): Deck {
  return { cards: profile ? [profile] : [], isEnded: profile === null, ...toDeckDay(day) };
}

export function isShort(deck: Deck): boolean {
  return !deck.isEnded && deck.cards.length < handSize;
}

/** True if an undo takes back a like that still counts. */
export function spendsLike({ canUndo, undoesLike, likeReturns }: Deck): boolean {
  return canUndo && undoesLike && !likeReturns;
}

export function withDealt(deck: Deck, { profile }: Pick<Output<'getSwipe'>, 'profile'>): Deck {
  if (!profile) return { ...deck, isEnded: true };
  return { ...deck, cards: [...without(deck.cards, profile.id), profile] };
}

/** Returns the deck after a swipe, before the server has responded. */
export function withSwiped(deck: Deck, id: MemberId, like: boolean): Deck {
  const likesLeft = deck.likesLeft - (like ? 1 : 0);
  return { ...deck, cards: without(deck.cards, id), likesLeft, canUndo: true, undoesLike: like, lastId: id };
}

/** Returns the deck after a failed swipe. If it was the last one, there is nothing to undo. */
export function withFailed(deck: Deck, like: boolean, isLast: boolean): Deck {
  return { ...deck, likesLeft: deck.likesLeft + (like ? 1 : 0), canUndo: deck.canUndo && !isLast };
}

export function withReturned(deck: Deck, card: SwipeProfile): Deck {
  return { ...deck, cards: [card, ...without(deck.cards, card.id)] };
}

/**
 * Applies the server's counts of a day to the deck. `waiting`: swipes and undos without a response, whose likes are
 * subtracted. Until they arrive, the deck itself knows what an undo takes back.
 */
export function withDay(deck: Deck, day: Day, waiting: readonly { like?: boolean }[]): Deck {
  const { canUndo, undoesLike } = waiting.length > 0 ? deck : toDeckDay(day);
  const likesLeft = day.likes_left - waiting.filter(({ like }) => like).length;
  return { ...deck, ...toDeckDay(day), likesLeft, canUndo, undoesLike };
}

function toDeckDay(day: Day): Omit<Deck, 'cards' | 'isEnded'> {
  return {
    likesLeft: day.likes_left,
    dayEndsAt: day.day_ends_at,
    canUndo: day.can_undo,
    undoesLike: day.undoes_like,
    likeReturns: day.like_returns,
  };
}

function without(cards: readonly SwipeProfile[], id: MemberId): SwipeProfile[] {
  return cards.filter((card) => card.id !== id);
}
