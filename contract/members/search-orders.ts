/** The first is the default. */
export const searchOrders = ['nearby', 'nearest', 'active'] as const;
export type SearchOrder = (typeof searchOrders)[number];
