/** The first is the default. */
export const searchOrders = ['nearby', 'nearest', 'active'] as const;
export type SearchOrder = (typeof searchOrders)[number];

export const ordersExplained =
  "`nearby`, the default: members online now, then those active within 30 days, then all others; the viewer's own country first; in the first two groups, the nearest distance band first; then neighboring countries before others. `nearest`: by distance band alone, then the viewer's own country, neighboring countries, and others. `active`: by last activity";
