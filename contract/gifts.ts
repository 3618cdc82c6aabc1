/** The gifts of the chat. Apart from their schemas, so that the browser gets the names without the validator. */
export const giftIds = ['tealight', 'coffee', 'rose', 'chocolate', 'wine', 'book', 'concert', 'bouquet'] as const;

export type GiftId = (typeof giftIds)[number];
