import type { Cut, Mass } from './hair.ts';
import { arc, points } from './svg.ts';
import type { Point } from './svg.ts';

/** One side of loose hair, from the parting down to the tip. */
interface Fall {
  /** Where the parting is; positive is right. */
  readonly part: number;
  /** The y of the tip; the chin is at 101. */
  readonly tip: number;
  /** How much wider than the head it is, at the cheek and at the tip. */
  readonly swell: number;
  readonly flare: number;
  /** Size of the waves; 0 is straight. */
  readonly wave: number;
  /** How far the tip turns in. */
  readonly tuck: number;
  /** How far down the forehead the hair closes: 0 open, 1 low. */
  readonly close: number;
}

const CROWN = 84;

/** The arc over the crown from the parting to the ear of side `k`. */
function crown(part: number, k: 1 | -1): Point[] {
  const start = (Math.acos(Math.max(-1, Math.min(1, part / CROWN))) * -180) / Math.PI;
  return arc(0, -8, CROWN, 105, start, k > 0 ? 0 : -180, 6);
}

/** The outer edge below the ear: steps downwards, waving out and in. */
function edge(k: 1 | -1, fall: Fall): Point[] {
  const { swell, flare, wave, tip } = fall;
  const count = wave > 0 ? 7 : 4;
  return Array.from({ length: count }, (_, index): Point => {
    const t = (index + 1) / count;
    const out = CROWN + swell * Math.sin(Math.PI * Math.min(1, t * 1.1) * 0.5) + flare * t * t;
    return [k * (out + (index % 2 ? -wave : wave) * (t < 1 ? 1 : 0.2)), -8 + (tip - 8) * t];
  });
}

function side(k: 1 | -1, fall: Fall): Mass {
  const { part, tip, close, tuck, wave, flare, swell } = fall;
  const outer = [...crown(part, k), ...edge(k, fall)];
  const last = CROWN + swell + flare;
  const inner: Point[] = [];
  const end: Point[] = [
    [k * last, tip],
    [k * (last - 10), tip + 9],
    [k * (last - 24 - tuck), tip + 5],
    [k * (54 - tuck + flare * 0.6), tip - 8],
  ];
  if (tip > 130) inner.push([k * (66 + flare * 0.4 - wave * 0.6), tip - (tip - 90) * 0.45]);
  inner.push(
    [k * (70 + wave * 0.4), Math.min(84, tip - 16)],
    [k * (67 - wave * 0.3), 40],
    [k * 66, 2],
    [k * (60 - close * 4), -34],
  );
  inner.push([k * 34 + part * 0.5, -66 + close * 14], [part + k * 13, -76 + close * 6], [part, -80 + close * 6]);
  return { runs: [outer, end, inner], tone: 'lit' };
}

function behind(fall: Fall, inset = 6): Mass {
  const wide = CROWN + fall.swell + fall.flare * 0.7 - inset;
  return {
    runs: [
      [
        [-wide, fall.tip - 6],
        [-CROWN + 2, -10],
        [-60, -86],
        [0, -108],
        [60, -86],
        [CROWN - 2, -10],
        [wide, fall.tip - 6],
      ],
      [
        [wide, fall.tip - 6],
        [0, fall.tip + 2],
        [-wide, fall.tip - 6],
      ],
    ],
    tone: 'deep',
  };
}

const follow = (k: 1 | -1, fall: Fall): Point[][] => {
  const { part, tip, swell, wave, flare } = fall;
  const to = (offset: number, x: number): Point[] => [
    [part + k * 10, -98 + offset * 4],
    [k * (50 + x) + part * 0.2, -72 + offset],
    [k * (70 + x + swell * 0.3), -14],
    [k * (72 + x + swell * 0.6 + wave * 0.5), 44],
    [k * (71 + x + swell + flare * 0.3 - wave * 0.5), 44 + (tip - 44) * 0.5],
    [k * (70 + x + swell + flare * 0.8), tip - 16],
  ];
  return tip > 60 ? [to(0, 6), to(10, -3)] : [to(0, 2)];
};

function loose(right: Fall, left: Fall = { ...right, part: right.part }): Cut {
  const longer = right.tip > left.tip ? right : left;
  return {
    back: [behind(longer)],
    front: [side(1, right), side(-1, left)],
    strands: [...follow(1, right), ...follow(-1, left)],
    ears: false,
  };
}

/** A straight fringe over the whole forehead. */
function withFringe(fall: Fall, low: number): Cut {
  const cut = loose({ ...fall, part: 0, close: 1 });
  const fringe: Mass = {
    runs: [
      points('-70 -10, -74 -58, -44 -98, 0 -109, 44 -98, 74 -58, 70 -10'),
      [
        [66, -6],
        [58, low - 3],
        [30, low + 4],
        [0, low + 6],
        [-30, low + 4],
        [-58, low - 3],
        [-66, -6],
      ],
    ],
    tone: 'lit',
  };
  const hairs: Point[][] = [-40, -20, 2, 24, 44].map((x): Point[] => [
    [x * 0.5, -98],
    [x * 0.86, -74],
    [x, low - 4],
  ]);
  return { ...cut, front: [...cut.front, fringe], strands: [...cut.strands, ...hairs] };
}

export const curtain = (): Cut => loose({ part: 2, tip: 214, swell: 2, flare: 8, wave: 0, tuck: 4, close: 0 });

export const sweep = (): Cut =>
  loose(
    { part: 30, tip: 196, swell: 5, flare: 8, wave: 3, tuck: 4, close: 0.2 },
    { part: 30, tip: 204, swell: 7, flare: 10, wave: 4, tuck: 8, close: 0.7 },
  );

export const waves = (): Cut => loose({ part: 8, tip: 190, swell: 10, flare: 8, wave: 6, tuck: 6, close: 0.2 });

export const fringe = (): Cut => withFringe({ part: 0, tip: 208, swell: 2, flare: 4, wave: 0, tuck: 0, close: 1 }, -30);

export const bob = (): Cut =>
  loose(
    { part: 24, tip: 92, swell: 7, flare: -2, wave: 0, tuck: -6, close: 0.1 },
    { part: 24, tip: 98, swell: 8, flare: -2, wave: 0, tuck: -4, close: 0.5 },
  );

export const bobFringe = (): Cut =>
  withFringe({ part: 0, tip: 88, swell: 9, flare: -2, wave: 0, tuck: -8, close: 1 }, -31);

export const lob = (): Cut => loose({ part: -12, tip: 138, swell: 5, flare: 8, wave: 2, tuck: -4, close: 0.25 });

/** Chin length with the tips turned out. */
export const flick = (): Cut =>
  loose(
    { part: 26, tip: 96, swell: 0, flare: 18, wave: 1, tuck: -10, close: 0.2 },
    { part: 26, tip: 100, swell: 0, flare: 20, wave: 1, tuck: -10, close: 0.6 },
  );

/** A man's hair to the collar. */
export const flow = (): Cut =>
  loose(
    { part: 14, tip: 84, swell: 1, flare: 8, wave: 2, tuck: -14, close: 0 },
    { part: 14, tip: 88, swell: 2, flare: 9, wave: 2, tuck: -14, close: 0.2 },
  );
