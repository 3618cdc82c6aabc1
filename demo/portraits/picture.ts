import { chance, hash } from './chance.ts';
import type { Chance } from './chance.ts';
import { distance } from './colour.ts';
import { CLOTHS, LIGHT_CLOTHS, ROOMS } from './palettes.data.ts';
import type { Room } from './palettes.data.ts';
import type { Person } from './person.ts';
import type {
  ClothesName,
  Distance,
  Expression,
  Gender,
  Hat,
  PaletteName,
  PortraitOptions,
  SceneName,
} from './types.ts';

/** How the head is held and lit. */
export interface Pose {
  /** The prefix of every id in this drawing. */
  readonly id: string;
  /** The side the light comes from. */
  readonly light: 1 | -1;
  /** How far the head turns, -1..1; 0 looks ahead. */
  readonly turn: number;
  /** Degrees. */
  readonly tilt: number;
  /** Where the eyes go: to the side, and down; -1..1. */
  readonly gaze: number;
  readonly dip: number;
  readonly expression: Expression;
}

/** Everything that is different from picture to picture. */
export interface Picture extends Pose {
  readonly distance: Distance;
  readonly clothes: ClothesName;
  readonly cloth: string;
  readonly under: string;
  readonly hat: Hat;
  readonly hatCloth: string;
  readonly scene: SceneName;
  readonly room: Room;
}

const CLOTHES: Record<Gender, readonly ClothesName[]> = {
  female: [
    'crew',
    'scoop',
    'roll',
    'shirt',
    'blazer',
    'strap',
    'vneck',
    'wrap',
    'stripes',
    'cardigan',
    'jacket',
    'knit',
    'overshirt',
    'hoodie',
  ],
  male: [
    'crew',
    'shirt',
    'roll',
    'blazer',
    'stripes',
    'jacket',
    'overshirt',
    'henley',
    'hoodie',
    'knit',
    'shirt',
    'vneck',
  ],
};

/** Which palettes suit a place; a beach is never plum, a bar never milk. */
const SCENES: Record<SceneName, readonly PaletteName[]> = {
  arch: ['apricot', 'sand', 'rose', 'clay', 'sage', 'plum'],
  blinds: ['rose', 'apricot', 'clay', 'petrol', 'sand'],
  window: ['milk', 'rose', 'clay', 'sand', 'sage', 'petrol'],
  plants: ['sand', 'milk', 'rose', 'apricot', 'clay'],
  sea: ['sky', 'milk', 'apricot', 'rose'],
  hills: ['sage', 'apricot', 'sky', 'clay', 'rose'],
  city: ['petrol', 'plum', 'glass'],
  canal: ['apricot', 'milk', 'sky', 'rose'],
  cafe: ['glass', 'petrol', 'plum', 'clay'],
  books: ['petrol', 'sand', 'plum', 'sage'],
  garlands: ['plum', 'petrol', 'sky', 'rose'],
  park: ['sage', 'sky', 'milk'],
  candles: ['glass', 'petrol', 'plum', 'clay'],
  kitchen: ['milk', 'sand', 'sage', 'apricot', 'sky'],
};

/** The candidate that is farthest from all of `others`, judged by its nearest; a little chance keeps variety. */
function standsOut<T>(
  r: Chance,
  candidates: readonly T[],
  colourOf: (item: T) => string,
  others: readonly string[],
): T {
  const scored = candidates.map((item) => {
    const nearest = Math.min(...others.map((other) => distance(colourOf(item), other)));
    return { item, score: Math.min(nearest, 0.17) + r.between(0, 0.1) };
  });
  return scored.reduce((best, entry) => (entry.score > best.score ? entry : best)).item;
}

/** Three neighbouring pictures of a person never share a place: each seed deals the places out by threes. */
function scenesFor(seed: string, shot: number): SceneName[] {
  const dealt = (Object.keys(SCENES) as SceneName[]).sort((a, b) => hash(`${seed} ${a}`) - hash(`${seed} ${b}`));
  return dealt.filter((_, index) => index % 3 === shot % 3);
}

function placeOf(
  r: Chance,
  seed: string,
  person: Person,
  options: PortraitOptions,
): { scene: SceneName; palette: PaletteName } {
  if (options.room && options.palette) return { scene: options.room, palette: options.palette };
  const scenes = options.room
    ? [options.room]
    : options.palette
      ? (Object.keys(SCENES) as SceneName[])
      : scenesFor(seed, options.shot ?? 0);
  const all = scenes
    .flatMap((scene) => SCENES[scene].map((palette) => ({ scene, palette })))
    .filter(({ palette }) => options.palette === undefined || options.palette === palette);
  if (all.length === 0 && options.room && options.palette) return { scene: options.room, palette: options.palette };
  const hair = person.cut === 'bald' ? person.skin.base : person.hair;
  return standsOut(r, all, ({ palette }) => ROOMS[palette].wall, [hair, person.skin.base]);
}

/** Half of all pictures look at whoever looks at them; the others look past them, so that a list of faces does not stare. */
function glanceOf(r: Chance, expression: Expression, turn: number): Pick<Pose, 'gaze' | 'dip'> {
  const side = Math.sign(turn);
  const past = r.pick([
    { gaze: turn * 0.3, dip: 0 },
    { gaze: turn * 0.3, dip: 0 },
    { gaze: turn * 0.3, dip: 0 },
    { gaze: side, dip: 0.2 },
    { gaze: side * 0.8, dip: -0.7 },
    { gaze: -side * 0.8, dip: 0.3 },
  ]);
  return expression === 'aside' ? { gaze: -side, dip: past.dip } : past;
}

/** Chooses pose, clothes and place of picture `options.shot` of a person. */
export function pictureOf(seed: string, person: Person, options: PortraitOptions): Picture {
  const shot = options.shot ?? 0;
  const r = chance(`picture ${seed} ${shot}`);
  const light = r.pick([1, -1] as const);
  const turn = r.pick([1, -1] as const) * r.between(0.25, 0.95);
  const tilt = r.pick([1, -1] as const) * r.between(1.5, 5.5);
  const { scene, palette } = placeOf(r, seed, person, options);
  const room = ROOMS[palette];
  const clothes = options.clothes ?? r.pick(CLOTHES[person.gender]);
  const fabrics = clothes === 'stripes' ? LIGHT_CLOTHS : CLOTHS;
  const cloth = options.cloth ?? standsOut(r, fabrics, (item) => item, [room.wall, person.skin.base, person.hair]);
  const under = clothes === 'stripes' ? r.pick(['#1f4a57', '#b3542f', '#17605b', '#28374f']) : r.pick(LIGHT_CLOTHS);
  const expression = options.expression ?? r.pick(['smile', 'grin', 'warm', 'calm', 'aside', 'smile', 'grin'] as const);
  const hat =
    shot > 0 && r.yes(0.14)
      ? r.pick(person.gender === 'female' ? (['brim', 'beanie'] as const) : (['beanie', 'cap'] as const))
      : 'none';
  const mid = shot === 0 ? (['mid', 'near', 'mid'] as const) : (['far', 'mid', 'near', 'close', 'far'] as const);
  const drawnDistance = r.pick(mid);
  return {
    id: `p${(hash(`${seed} ${JSON.stringify(options)}`) % 46656).toString(36)}`,
    light,
    turn,
    tilt,
    ...glanceOf(chance(`glance ${seed} ${shot}`), expression, turn),
    expression,
    distance: options.distance ?? drawnDistance,
    clothes,
    cloth,
    under,
    hat: options.hat ?? hat,
    hatCloth: r.pick(['#b3542f', '#17605b', '#d0983c', '#f0e6d7', '#28374f']),
    scene,
    room,
  };
}
