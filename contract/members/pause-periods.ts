/** A pause ends at the start of a day: a week or some calendar months after the day on which it begins. */
export const pausePeriods = ['week', 'month', 'quarter', 'open'] as const;
export type PausePeriod = (typeof pausePeriods)[number];

/** `open` lasts until the member comes back, and this long at most. */
export const pauseMonths = { month: 1, quarter: 3, open: 12 } as const satisfies Partial<Record<PausePeriod, number>>;
