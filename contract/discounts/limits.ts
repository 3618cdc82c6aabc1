export const welcomeDiscountPercent = 25;
export const timeBonusCode = 'TIMEBONUS25';
export const timeBonusPercent = 25;
export const timeBonusWindowSeconds = 14_400;
export const timeBonusActFastValue = 4;
export const timeBonusModalDelayMs = 40_000;
export const welcomeDiscountCode = 'WELCOME25';
/** After a time bonus ends unused, its member gets no equal or better offer for this many days. */
export const quietDaysAfterBonus = 30;
/** Offered once to a member about to leave. Below the first-purchase discounts, so that their announced end is true. */
export const lastOfferCode = 'STAY20';
export const lastOfferPercent = 20;
export const lastOfferDays = 7;
/** A discount is computed from the lowest price of this many days. */
export const lowestPriceDays = 30;
/** Discount codes that a member, or an address, may try without success. */
export const codeGuessesPerHour = 10;
export const countdownTickMs = 1_000;
