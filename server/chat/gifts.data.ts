import type { GiftId } from '../../contract/gifts.ts';

/** What each gift costs its sender, in credits; cheapest first, as the list of gifts shows them. */
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
