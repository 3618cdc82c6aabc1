import type { GiftId } from '../../contract/chat/gifts.ts';

/** The prices of gifts in credits, cheapest first; the list of gifts keeps this order. */
export const giftPrices: Record<GiftId, number> = {
  tealight: 15,
  coffee: 20,
  rose: 25,
  chocolate: 30,
  wine: 40,
  book: 50,
  bouquet: 75,
  concert: 100,
};
