import type { Niche } from '../../contract/settings/niches.ts';

/** The fixed properties of each niche; everything else is configured by the operator. */
export const nicheFacts: Record<Niche, { explicitInterests: boolean }> = {
  1: { explicitInterests: false },
  2: { explicitInterests: false },
  3: { explicitInterests: true },
  4: { explicitInterests: true },
  5: { explicitInterests: true },
  6: { explicitInterests: true },
  7: { explicitInterests: false },
};
