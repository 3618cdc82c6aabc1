/** The evenings of the deck, the first on top. */
export const evenings = ['cook', 'walk', 'records', 'talk'] as const;

export type EveningName = (typeof evenings)[number];
