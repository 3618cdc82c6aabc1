/** The evenings of the deck from top to bottom, beginning with the niche's own. */
export const evenings = ['niche', 'cook', 'walk', 'records', 'talk'] as const;

export type EveningName = (typeof evenings)[number];
