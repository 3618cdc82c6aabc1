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
}

/** Cards at hand, so that none is waited for. */
const handSize = 3;

export function deckOf({ profile, ...day }: Output<'getSwipe'>): Deck {
  return {
    cards: profile ? [profile] : [],
    isEnded: profile === null,
    likesLeft: day.likes_left,
    dayEndsAt: day.day_ends_at,
    canUndo: day.can_undo,
  };
}

export function isShort(deck: Deck): boolean {
  return !deck.isEnded && deck.cards.length < handSize;
}

/** With one more card below the others. */
export function withDealt(deck: Deck, { profile }: Output<'getSwipe'>): Deck {
  if (!profile) return { ...deck, isEnded: true };
  return { ...deck, cards: [...without(deck.cards, profile.id), profile] };
}

/** After a swipe, as it looks before the server has answered. */
export function withSwiped(deck: Deck, id: string, like: boolean): Deck {
  return { ...deck, cards: without(deck.cards, id), likesLeft: deck.likesLeft - (like ? 1 : 0), canUndo: true };
}

/** With a card on top again, because it was taken back or its swipe failed. */
export function withReturned(deck: Deck, card: SwipeProfile): Deck {
  return { ...deck, cards: [card, ...without(deck.cards, card.id)], canUndo: false };
}

/** As the server counts the day, less the likes that it does not know yet. */
export function withDay(
  deck: Deck,
  day: Pick<Output<'swipeProfile'>, 'likes_left' | 'day_ends_at'>,
  likesOnTheWay: number,
): Deck {
  return { ...deck, likesLeft: day.likes_left - likesOnTheWay, dayEndsAt: day.day_ends_at };
}

function without(cards: readonly SwipeProfile[], id: string): SwipeProfile[] {
  return cards.filter((card) => card.id !== id);
}
