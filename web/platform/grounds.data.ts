import type { NicheSlug } from '../../contract/settings/niches.ts';

/** The page background of each niche for the browser's toolbar, `--page` (`mail-colors.test.ts` compares them). */
export const grounds: Record<NicheSlug, { light: string; dark: string }> = {
  default: { light: '#f5f6f1', dark: '#0b1b1c' },
  she: { light: '#faf4f5', dark: '#211418' },
  bdsm: { light: '#f6f5fa', dark: '#191722' },
  bbw: { light: '#faf4f2', dark: '#211510' },
  gilf: { light: '#f4f6f1', dark: '#161a0e' },
  milf: { light: '#f8f4f8', dark: '#1d151f' },
  gay: { light: '#f2f6fa', dark: '#111922' },
};
