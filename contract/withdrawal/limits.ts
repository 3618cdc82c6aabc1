/** A refund is due within this time after the declaration of withdrawal (directive 2011/83, article 13). */
export const refundDueDays = 14;
/** Lifetime of the link that confirms who made a declaration; the declaration counts from its receipt in any case. */
export const declarationLinkDays = 30;
/** How long declarations without a login are kept: years if they match an order, else days after the answer. */
export const declarationKeptYears = 3;
export const declarationAnsweredKeptDays = 90;
/** Longest text of a withdrawal without a login, in characters. */
export const declarationLengthMax = 600;
