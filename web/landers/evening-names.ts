/** The evenings of the deck, the first on top: that of the niche. */
export const evenings = ['niche', 'cook', 'walk', 'records', 'talk'] as const;

export type EveningName = (typeof evenings)[number];
