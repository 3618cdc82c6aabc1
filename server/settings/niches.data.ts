import type { Niche } from '../../contract/niches.ts';

/** What a niche is by itself, before the settings that an operator gives it. */
export const nicheFacts: Record<Niche, { explicitInterests: boolean }> = {
  1: { explicitInterests: false },
  2: { explicitInterests: false },
  3: { explicitInterests: true },
  4: { explicitInterests: true },
  5: { explicitInterests: true },
  6: { explicitInterests: true },
  7: { explicitInterests: false },
};
