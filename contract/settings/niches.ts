/** The niches and the slugs of their landing pages (specification, section 9). */
export const niches = { 1: 'default', 2: 'she', 3: 'bdsm', 4: 'bbw', 5: 'gilf', 6: 'milf', 7: 'gay' } as const;

export type Niche = keyof typeof niches;
