import type { Niche, niches } from '../../contract/settings/niches.ts';

/** The slug of a niche. */
export type NicheSlug = (typeof niches)[Niche];

/** The colors of each niche as [light, dark], equal to `web/ui`. `tests/email-colors.test.ts` compares them. */
export const emailColors = {
  default: {
    page: ['#f5f6f1', '#0b1b1c'],
    surface: ['#ffffff', '#132829'],
    line: ['#d9e0d9', '#274342'],
    ink: ['#12292b', '#f1f5f0'],
    'ink-2': ['#42585a', '#bfceca'],
    primary: ['#126a64', '#62c9bc'],
    'on-primary': ['#ffffff', '#05211f'],
    'primary-ink': ['#0f605a', '#7bd3c7'],
  },
  she: {
    page: ['#faf4f5', '#211418'],
    surface: ['#ffffff', '#312024'],
    line: ['#e6dcde', '#4f383e'],
    ink: ['#322025', '#f9f2f4'],
    'ink-2': ['#624f54', '#d6c7ca'],
    primary: ['#a4365d', '#fe9bb7'],
    'on-primary': ['#ffffff', '#2b171c'],
    'primary-ink': ['#953054', '#feadc3'],
  },
  bdsm: {
    page: ['#f6f5fa', '#191722'],
    surface: ['#ffffff', '#262231'],
    line: ['#dfdde6', '#403b4f'],
    ink: ['#272333', '#f4f3f9'],
    'ink-2': ['#555262', '#ccc9d6'],
    primary: ['#6851a0', '#c0acfe'],
    'on-primary': ['#ffffff', '#1e1a2b'],
    'primary-ink': ['#5e4992', '#cabaff'],
  },
  bbw: {
    page: ['#faf4f2', '#211510'],
    surface: ['#ffffff', '#30211a'],
    line: ['#e6dcd8', '#4e3930'],
    ink: ['#32211a', '#f9f3f0'],
    'ink-2': ['#625048', '#d6c8c2'],
    primary: ['#964922', '#fda278'],
    'on-primary': ['#ffffff', '#2b1810'],
    'primary-ink': ['#89411d', '#ffb28f'],
  },
  gilf: {
    page: ['#f4f6f1', '#161a0e'],
    surface: ['#ffffff', '#222617'],
    line: ['#dcdfd7', '#3a402c'],
    ink: ['#222717', '#f3f5ef'],
    'ink-2': ['#515646', '#c8ccc0'],
    primary: ['#536615', '#a7c35d'],
    'on-primary': ['#ffffff', '#191e0c'],
    'primary-ink': ['#4b5c12', '#b4cd75'],
  },
  milf: {
    page: ['#f8f4f8', '#1d151f'],
    surface: ['#ffffff', '#2b212d'],
    line: ['#e3dce3', '#48394a'],
    ink: ['#2d212f', '#f7f3f7'],
    'ink-2': ['#5c505e', '#d1c8d2'],
    primary: ['#85468f', '#f098fe'],
    'on-primary': ['#ffffff', '#251827'],
    'primary-ink': ['#793f82', '#f3aaff'],
  },
  gay: {
    page: ['#f2f6fa', '#111922'],
    surface: ['#ffffff', '#1b2531'],
    line: ['#d9dfe6', '#313f50'],
    ink: ['#1b2633', '#f0f4f9'],
    'ink-2': ['#495563', '#c3ccd6'],
    primary: ['#25619e', '#82bcfe'],
    'on-primary': ['#ffffff', '#101d2c'],
    'primary-ink': ['#205790', '#97c8ff'],
  },
} as const satisfies Record<NicheSlug, object>;
