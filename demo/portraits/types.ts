import type { Chance } from './chance.ts';
import type { EYES, HAIRS, ROOMS } from './palettes.data.ts';

export type Gender = 'male' | 'female';
export type HairName = keyof typeof HAIRS;
export type EyeName = keyof typeof EYES;
export type PaletteName = keyof typeof ROOMS;
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type CutName =
  | 'curtain'
  | 'sweep'
  | 'fringe'
  | 'waves'
  | 'bob'
  | 'bob-fringe'
  | 'lob'
  | 'flick'
  | 'halo'
  | 'ringlets'
  | 'curly-bob'
  | 'locs'
  | 'long-locs'
  | 'puffs'
  | 'top-knot'
  | 'low-bun'
  | 'ponytail'
  | 'braid'
  | 'pixie'
  | 'silver-crop'
  | 'side-part'
  | 'quiff'
  | 'crop'
  | 'buzz'
  | 'fade'
  | 'afro'
  | 'flow'
  | 'slick'
  | 'receding'
  | 'bald'
  | 'tied'
  | 'tousled';

export type ClothesName =
  | 'crew'
  | 'scoop'
  | 'roll'
  | 'shirt'
  | 'blazer'
  | 'strap'
  | 'vneck'
  | 'wrap'
  | 'stripes'
  | 'cardigan'
  | 'jacket'
  | 'overshirt'
  | 'henley'
  | 'hoodie'
  | 'knit';

export type SceneName =
  | 'arch'
  | 'blinds'
  | 'window'
  | 'plants'
  | 'sea'
  | 'hills'
  | 'city'
  | 'canal'
  | 'cafe'
  | 'books'
  | 'garlands'
  | 'park'
  | 'candles'
  | 'kitchen';

export type Expression = 'calm' | 'smile' | 'grin' | 'warm' | 'aside';
export type Beard = 'none' | 'stubble' | 'short' | 'full' | 'moustache' | 'goatee';
export type Glasses = 'none' | 'round' | 'square' | 'cat' | 'wire';
export type Hat = 'none' | 'brim' | 'beanie' | 'cap';
export type Earrings = 'none' | 'stud' | 'hoop' | 'drop';
/** Narrow or broad shoulders, or fuller all over. */
export type Build = 'slight' | 'average' | 'broad' | 'full';
export type Distance = 'far' | 'mid' | 'near' | 'close';

/** What a drawing may be told; everything left out follows from the seed. */
export interface PortraitOptions {
  readonly gender: Gender;
  /** Years, 18..80. */
  readonly age: number;
  /** Which picture of the person: 0 is the main one, others change pose, expression, clothes and room. */
  readonly shot?: number;
  readonly skin?: SkinTone;
  readonly hair?: HairName;
  readonly cut?: CutName;
  readonly eyes?: EyeName;
  readonly build?: Build;
  readonly beard?: Beard;
  readonly glasses?: Glasses;
  readonly earrings?: Earrings;
  readonly freckles?: boolean;
  readonly clothes?: ClothesName;
  /** `#rrggbb` of the main garment. */
  readonly cloth?: string;
  readonly hat?: Hat;
  readonly expression?: Expression;
  readonly distance?: Distance;
  /** The place behind the person. */
  readonly room?: SceneName;
  /** The colours of that place. */
  readonly palette?: PaletteName;
}

/** A picture without people: `r` varies details, `light` is the side the light comes from. */
export type Moment = (r: Chance, light: 1 | -1) => string;
