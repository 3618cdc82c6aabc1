import { chance } from './chance.ts';
import type { Chance } from './chance.ts';
import { EYES, HAIRS, SKINS } from './palettes.data.ts';
import type { Skin } from './palettes.data.ts';
import type {
  Beard,
  Build,
  CutName,
  Earrings,
  EyeName,
  Gender,
  Glasses,
  HairName,
  PortraitOptions,
  SkinTone,
} from './types.ts';

/** Everything about a person that stays the same from picture to picture; lengths are in head units. */
export interface Person {
  readonly gender: Gender;
  readonly age: number;
  readonly skin: Skin;
  readonly tone: SkinTone;
  readonly hair: string;
  readonly brows: string;
  readonly iris: string;
  readonly cut: CutName;
  readonly beard: Beard;
  readonly glasses: Glasses;
  readonly earrings: Earrings;
  readonly freckles: boolean;
  readonly lipstick: boolean;
  /** Which side the hair is parted on. */
  readonly part: 1 | -1;
  /** Half the width of the face at the cheekbones. */
  readonly width: number;
  /** Half the width at the corner of the jaw, and at the chin. */
  readonly jaw: number;
  readonly chin: number;
  readonly eyes: number;
  readonly brow: number;
  readonly arch: number;
  readonly nose: number;
  readonly lips: number;
  readonly neck: number;
  readonly shoulders: number;
}

const CUTS: Record<Gender, { young: readonly CutName[]; coily: readonly CutName[]; old: readonly CutName[] }> = {
  female: {
    young: [
      'curtain',
      'sweep',
      'fringe',
      'waves',
      'bob',
      'bob-fringe',
      'lob',
      'flick',
      'ringlets',
      'top-knot',
      'low-bun',
      'ponytail',
      'braid',
      'pixie',
      'curly-bob',
    ],
    coily: ['halo', 'long-locs', 'ringlets', 'puffs', 'curly-bob', 'low-bun', 'locs', 'top-knot', 'pixie'],
    old: ['bob', 'silver-crop', 'pixie', 'low-bun', 'flick', 'lob', 'curly-bob', 'bob-fringe'],
  },
  male: {
    young: ['side-part', 'quiff', 'crop', 'buzz', 'tousled', 'flow', 'slick', 'tied', 'fade', 'side-part', 'crop'],
    coily: ['fade', 'afro', 'buzz', 'locs', 'bald', 'fade'],
    old: ['receding', 'side-part', 'bald', 'slick', 'crop', 'quiff', 'receding'],
  },
};

const NATURAL: readonly (readonly HairName[])[] = [
  ['brown', 'chestnut', 'auburn', 'ginger', 'honey', 'blond', 'ash', 'blond'],
  ['espresso', 'brown', 'chestnut', 'honey', 'ash', 'black', 'auburn'],
  ['black', 'espresso', 'brown', 'chestnut'],
  ['black', 'espresso', 'brown'],
  ['black', 'espresso'],
  ['black', 'espresso'],
  ['black'],
];

/** Grey comes gradually: never before forty, nearly always past sixty-five, a little later in dark hair. */
function hairFor(r: Chance, age: number, tone: SkinTone): HairName {
  const natural = r.pick<HairName>(NATURAL[tone] ?? ['brown']);
  const turned = (age - 46 - (tone >= 4 ? 4 : 0)) / 20;
  if (!r.yes(turned)) return natural;
  if (age >= 68) return r.pick(['silver', 'white']);
  return age >= 58 ? r.pick(['grey', 'silver', 'white']) : 'grey';
}

function beardFor(r: Chance, gender: Gender, age: number): Beard {
  const drawn = r.pick([
    'none',
    'none',
    'none',
    'stubble',
    'stubble',
    'short',
    'short',
    'full',
    'moustache',
    'goatee',
  ] as const);
  if (gender === 'female') return 'none';
  return drawn === 'goatee' && age < 26 ? 'stubble' : drawn;
}

function cutFor(r: Chance, gender: Gender, age: number, tone: SkinTone): CutName {
  const { young, coily, old } = CUTS[gender];
  if (tone >= 4) return r.pick(coily);
  return r.pick(age >= 56 ? old : young);
}

function eyesFor(r: Chance, tone: SkinTone, light: boolean): EyeName {
  if (light) return r.pick(['green', 'blue', 'hazel']);
  return tone >= 2 ? r.pick(['dark', 'brown']) : r.pick(['dark', 'brown', 'green', 'blue', 'hazel']);
}

type Bones = Pick<Person, 'width' | 'jaw' | 'chin' | 'eyes' | 'brow' | 'arch' | 'nose' | 'lips' | 'neck' | 'shoulders'>;

/** The same bones with more or less on them; the width of the face stays, because the hair is cut for it. */
function builtAs(build: Build, { jaw, chin, neck, shoulders, ...rest }: Bones): Bones {
  const more = { slight: -1, average: 0, broad: 0.4, full: 1 }[build];
  const breadth = { slight: 0.95, average: 1, broad: 1.06, full: 1.05 }[build];
  return {
    ...rest,
    jaw: jaw + more * 3,
    chin: chin + more * 3,
    neck: neck * (1 + more * 0.06),
    shoulders: shoulders * breadth,
  };
}

function bones(r: Chance, gender: Gender): Bones {
  const her = gender === 'female';
  const width = her ? r.between(67, 72) : r.between(70, 75);
  return {
    width,
    jaw: width - (her ? r.between(17, 22) : r.between(9, 14)),
    chin: her ? r.between(24, 30) : r.between(32, 39),
    eyes: r.between(29.5, 33),
    brow: her ? r.between(4, 5.4) : r.between(6, 7.6),
    arch: her ? r.between(5, 9) : r.between(2, 5),
    nose: r.between(0.88, 1.12),
    lips: her ? r.between(1, 1.22) : r.between(0.82, 1),
    neck: her ? r.between(26, 29) : r.between(37, 41),
    shoulders: her ? r.between(128, 142) : r.between(162, 180),
  };
}

/** Reads a person out of the seed; options win over chance without moving the other choices. */
export function personOf(seed: string, options: PortraitOptions): Person {
  const r = chance(`person ${seed}`);
  const age = Math.min(80, Math.max(18, Math.round(options.age)));
  const { gender } = options;
  const drawnTone = r.pick([0, 0, 1, 1, 2, 2, 3, 4, 5, 6] as const);
  const tone = options.skin ?? drawnTone;
  const drawnHair = hairFor(chance(`hair ${seed}`), age, tone);
  const drawnCut = cutFor(chance(`cut ${seed}`), gender, age, tone);
  const drawnBeard = beardFor(r, gender, age);
  const seesBadly = r.yes(age >= 55 ? 0.55 : 0.24);
  const frame = r.pick(
    gender === 'female' ? (['round', 'square', 'cat', 'wire'] as const) : (['round', 'square', 'wire'] as const),
  );
  const jewel = r.pick(['none', 'none', 'hoop', 'stud', 'drop'] as const);
  const fair = tone <= 1 && r.yes(0.45);
  const name = options.hair ?? drawnHair;
  const hair = HAIRS[name];
  const light = tone <= 1 && ['blond', 'ash', 'ginger', 'honey', 'auburn', 'chestnut'].includes(name);
  const drawnEyes = eyesFor(r, tone, light);
  return {
    gender,
    age,
    tone,
    skin: SKINS[tone],
    hair,
    brows: name === 'white' || name === 'silver' ? '#8f8c88' : hair,
    iris: EYES[options.eyes ?? drawnEyes],
    cut: options.cut ?? drawnCut,
    beard: options.beard ?? drawnBeard,
    glasses: options.glasses ?? (seesBadly ? frame : 'none'),
    earrings: options.earrings ?? (gender === 'female' ? jewel : 'none'),
    freckles: options.freckles ?? (fair && light && age < 50),
    lipstick: gender === 'female' && r.yes(0.5),
    part: r.pick([1, -1] as const),
    ...builtAs(options.build ?? 'average', bones(r, gender)),
  };
}
