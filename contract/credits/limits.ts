/** A mailbox gets start credits at most once in this many months. */
export const startCreditsMonths = 12;
export const ledgerPageSize = 25;
