import type { Chance } from './chance.ts';
import type { Cut, Mass } from './hair.ts';
import { arc, points } from './svg.ts';
import type { Point } from './svg.ts';

const jitter = (r: Chance, points: readonly Point[], size: number): Point[] =>
  points.map(([x, y]): Point => [x + r.between(-size, size), y + r.between(-size, size)]);

/** A few small hooks that read as single curls. */
const hooks = (places: readonly Point[]): Point[][] =>
  places.map(([x, y]): Point[] => [
    [x - 7, y + 4],
    [x - 3, y - 6],
    [x + 6, y - 4],
    [x + 4, y + 5],
  ]);

/** The hairline of curls over the forehead, from the right ear to the left one. */
const hairline = (drop: number): Point[] => [
  [69, 8],
  [66, -14],
  [60, -34 + drop],
  [46, -50 + drop],
  [28, -58 + drop],
  [8, -61 + drop],
  [-12, -60 + drop],
  [-32, -55 + drop],
  [-50, -45 + drop],
  [-62, -30 + drop],
  [-66, -12],
  [-69, 8],
];

function round(r: Chance, rx: number, ry: number, cy: number, drop: number): Mass {
  return { runs: [[...jitter(r, arc(0, cy, rx, ry, 172, 368, 15), 2.5), ...hairline(drop)]], tone: 'lit', curly: true };
}

/** A full round halo. */
export const halo = (r: Chance): Cut => ({
  back: [{ runs: [jitter(r, arc(0, -18, 116, 114, 128, 412, 26), 2)], tone: 'shade', curly: true }],
  front: [round(r, 92, 92, -30, 2)],
  strands: hooks(points('-64 -78, -30 -98, 8 -106, 44 -94, 72 -66, -84 -40, 92 -28, -20 -76, 26 -78')),
  ears: true,
});

/** Long curls to the shoulders. */
export function ringlets(r: Chance): Cut {
  const fall = (k: 1 | -1): Mass => ({
    runs: [
      jitter(
        r,
        [
          [k * 58, -72],
          [k * 80, -50],
          [k * 92, -22],
          [k * 98, 8],
          [k * 104, 40],
          [k * 110, 72],
          [k * 112, 104],
          [k * 106, 134],
          [k * 88, 152],
          [k * 68, 142],
          [k * 62, 114],
          [k * 68, 86],
          [k * 72, 58],
          [k * 66, 30],
          [k * 66, 4],
          [k * 58, -24],
        ],
        3,
      ),
    ],
    tone: 'lit',
    curly: true,
  });
  // Bumps turn with the direction of the points; the left fall runs the other way round.
  const left = fall(-1);
  return {
    back: [
      {
        runs: [
          jitter(
            r,
            [
              ...arc(0, -4, 102, 108, 180, 360, 12),
              [108, 60],
              [112, 120],
              [84, 158],
              [0, 150],
              [-84, 158],
              [-112, 120],
              [-108, 60],
            ],
            2,
          ),
        ],
        tone: 'deep',
        curly: true,
      },
    ],
    front: [round(r, 84, 80, -28, 0), fall(1), { ...left, runs: left.runs.map((run) => [...run].reverse()) }],
    strands: hooks(points('-58 -74, -22 -92, 20 -92, 56 -72, 84 4, -84 10, 90 62, -90 70, 86 116, -88 122')),
    ears: false,
  };
}

/** Curls cut at the chin. */
export function curlyBob(r: Chance): Cut {
  return {
    back: [
      {
        runs: [jitter(r, [...arc(0, -6, 104, 110, 150, 390, 20), [88, 86], [52, 98], [-52, 98], [-88, 86]], 2)],
        tone: 'shade',
        curly: true,
      },
    ],
    front: [round(r, 88, 86, -26, 6)],
    strands: hooks(points('-60 -72, -24 -92, 16 -94, 54 -76, 84 -30, -84 -28, 88 30, -88 34')),
    ears: false,
  };
}

/** Two round puffs high at the sides. */
export function puffs(r: Chance): Cut {
  const puff = (k: 1 | -1): Mass => ({
    runs: [jitter(r, arc(k * 66, -98, 42, 40, 0, 338, 12), 2)],
    tone: 'shade',
    curly: true,
  });
  return {
    back: [puff(1), puff(-1)],
    front: [
      {
        runs: [
          points('-70 6, -78 -40, -60 -88, 0 -109, 60 -88, 78 -40, 70 6'),
          points('64 -18, 50 -52, 0 -66, -50 -52, -64 -18'),
        ],
        tone: 'lit',
      },
    ],
    strands: [
      points('-50 -50, -56 -70, -62 -88'),
      points('-26 -60, -38 -82, -54 -96'),
      points('0 -66, 0 -88, 0 -108'),
      points('26 -60, 38 -82, 54 -96'),
      points('50 -50, 56 -70, 62 -88'),
    ],
    ears: true,
  };
}

function locked(r: Chance, tip: number): Cut {
  const behind = Array.from({ length: 9 }, (_, index): Point[] => {
    const x = -80 + index * 20;
    return [
      [x * 0.7, -50],
      [x, 10],
      [x * 1.06, tip - 20 + r.between(-8, 8)],
    ];
  });
  const fall = (k: 1 | -1): Mass[] =>
    [0, 1, 2, 3].map((index): Mass => {
      const x = 70 + index * 9;
      const end = tip - 4 - index * 10 + r.between(-7, 7);
      return {
        runs: [
          [
            [k * (6 + index * 5), -100],
            [k * (38 + index * 9), -92 + index * 2],
            [k * (x - 4), -46],
            [k * x, 0],
            [k * (x + 5), end * 0.5],
            [k * (x + 3), end],
          ],
        ],
        tone: index % 2 ? 'shade' : 'lit',
        cord: 15,
      };
    });
  return {
    back: [{ runs: behind, tone: 'deep', cord: 23 }],
    front: [
      {
        runs: [
          points('-68 -4, -80 -46, -62 -94, 0 -112, 62 -94, 80 -46, 68 -4'),
          points('64 -14, 52 -50, 0 -66, -52 -50, -64 -14'),
        ],
        tone: 'lit',
      },
      ...fall(1).reverse(),
      ...fall(-1).reverse(),
    ],
    strands: [
      points('-46 -50, -42 -72, -18 -102'),
      points('-24 -60, -20 -82, -6 -106'),
      points('0 -65, 2 -86, 4 -108'),
      points('24 -60, 22 -82, 12 -106'),
      points('46 -50, 44 -74, 24 -102'),
    ],
    ears: false,
  };
}

export const locs = (r: Chance): Cut => locked(r, 74);
export const longLocs = (r: Chance): Cut => locked(r, 158);

/** Close at the sides, curls on top. */
export const fade = (r: Chance): Cut => ({
  back: [],
  front: [
    {
      runs: [
        points('-70 8, -75 -40, -56 -88, 56 -88, 75 -40, 70 8'),
        points('66 -2, 60 -36, 46 -52, -46 -52, -60 -36, -66 -2'),
      ],
      tone: 'shade',
    },
    {
      runs: [
        [
          ...jitter(r, arc(0, -76, 62, 42, 176, 364, 10), 2),
          [58, -58],
          [42, -50],
          [22, -54],
          [2, -52],
          [-18, -54],
          [-40, -50],
          [-58, -58],
        ],
      ],
      tone: 'lit',
      curly: true,
    },
  ],
  strands: hooks(points('-40 -84, -12 -98, 18 -98, 42 -82, 0 -74')),
  ears: true,
});

/** A short round afro. */
export const afro = (r: Chance): Cut => ({
  back: [{ runs: [jitter(r, arc(0, -46, 92, 82, 158, 382, 20), 2)], tone: 'shade', curly: true }],
  front: [round(r, 82, 80, -44, 4)],
  strands: hooks(points('-52 -88, -20 -106, 18 -106, 52 -86, 0 -82')),
  ears: true,
});

/** Loose curls over the forehead, short at the neck. */
export const tousled = (r: Chance): Cut => ({
  back: [
    {
      runs: [points('-74 22, -82 -40, -50 -100, 50 -100, 82 -40, 74 22'), points('74 22, 0 30, -74 22')],
      tone: 'deep',
    },
  ],
  front: [
    {
      runs: [
        [
          ...jitter(r, arc(2, -50, 82, 68, 170, 372, 12), 3),
          [66, -14],
          [58, -34],
          [40, -40],
          [20, -36],
          [0, -44],
          [-20, -38],
          [-40, -46],
          [-58, -36],
          [-67, -12],
        ],
      ],
      tone: 'lit',
      curly: true,
    },
  ],
  strands: hooks(points('-50 -82, -18 -98, 18 -98, 50 -80, -30 -58, 6 -64, 36 -56')),
  ears: true,
});
