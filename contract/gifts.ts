/** The gifts. Separate from the schemas, so that the browser loads the names without the validator. */
export const giftIds = ['tealight', 'coffee', 'rose', 'chocolate', 'wine', 'book', 'concert', 'bouquet'] as const;

export type GiftId = (typeof giftIds)[number];

/** What can be answered to the question of a gift; the words are in `locales/chat`. */
export const giftAnswers = [1, 2, 3] as const;

export type GiftAnswer = (typeof giftAnswers)[number];
