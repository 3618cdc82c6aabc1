/** The gifts. Separate from the schemas, so that the browser loads the names without the validator. */
export const giftIds = ['tealight', 'coffee', 'rose', 'chocolate', 'wine', 'book', 'concert', 'bouquet'] as const;

export type GiftId = (typeof giftIds)[number];
