/** How long a member's partner link is kept, with everything that the partner was told. */
export const trackingKeptMonths = 13;
