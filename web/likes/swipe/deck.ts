import type { Output } from '../../../contract/index.ts';
import type { SwipeProfile } from '../../../contract/swipes.ts';

/** The swipe game as one browser sees it: the cards at hand, the first on top, and what is left of the day. */
export interface Deck {
  cards: readonly SwipeProfile[];
  /** Nobody is left to be dealt. */
  isEnded: boolean;
  likesLeft: number;
  dayEndsAt: string;
  canUndo: boolean;
  /** What an undo takes back is a like. */
  undoesLike: boolean;
  /** Whom the last swipe here was for: an undo is meant for it. Another device may have made the last one known at first. */
  lastId?: string;
  /** A like that is taken back counts as not given: once a day. */
  likeReturns: boolean;
}

type Day = Omit<Output<'getSwipe'>, 'profile'>;

/** A swipe or an undo that the server has not answered yet. Only a swipe can be a like. */
interface Waiting {
  like?: boolean;
}

/** Cards at hand, so that none is waited for. */
const handSize = 3;

export function deckOf({ profile, ...day }: Output<'getSwipe'>): Deck {
  return { cards: profile ? [profile] : [], isEnded: profile === null, ...dayOf(day) };
}

export function isShort(deck: Deck): boolean {
  return !deck.isEnded && deck.cards.length < handSize;
}

/** Whether an undo takes back a like and does not give it back. */
export function spendsLike({ canUndo, undoesLike, likeReturns }: Deck): boolean {
  return canUndo && undoesLike && !likeReturns;
}

/** With one more card below the others. */
export function withDealt(deck: Deck, { profile }: Pick<Output<'getSwipe'>, 'profile'>): Deck {
  if (!profile) return { ...deck, isEnded: true };
  return { ...deck, cards: [...without(deck.cards, profile.id), profile] };
}

/** After a swipe, as it looks before the server has answered. */
export function withSwiped(deck: Deck, id: string, like: boolean): Deck {
  const likesLeft = deck.likesLeft - (like ? 1 : 0);
  return { ...deck, cards: without(deck.cards, id), likesLeft, canUndo: true, undoesLike: like, lastId: id };
}

/** After a swipe that failed. An undo would have been for it if it was the last one. */
export function withFailed(deck: Deck, like: boolean, isLast: boolean): Deck {
  return { ...deck, likesLeft: deck.likesLeft + (like ? 1 : 0), canUndo: deck.canUndo && !isLast };
}

/** With a card on top again, because it was taken back or its swipe failed. */
export function withReturned(deck: Deck, card: SwipeProfile): Deck {
  return { ...deck, cards: [card, ...without(deck.cards, card.id)] };
}

/**
 * As the server counts the day, less the likes that it does not know yet. While anything is on the way, what an undo takes
 * back is what the deck knows: the last swipe, answered or not, and nothing once its undo was asked for.
 */
export function withDay(deck: Deck, day: Day, waiting: readonly Waiting[]): Deck {
  const { canUndo, undoesLike } = waiting.length > 0 ? deck : dayOf(day);
  const likesLeft = day.likes_left - waiting.filter(({ like }) => like).length;
  return { ...deck, ...dayOf(day), likesLeft, canUndo, undoesLike };
}

function dayOf(day: Day): Omit<Deck, 'cards' | 'isEnded'> {
  return {
    likesLeft: day.likes_left,
    dayEndsAt: day.day_ends_at,
    canUndo: day.can_undo,
    undoesLike: day.undoes_like,
    likeReturns: day.like_returns,
  };
}

function without(cards: readonly SwipeProfile[], id: string): SwipeProfile[] {
  return cards.filter((card) => card.id !== id);
}
