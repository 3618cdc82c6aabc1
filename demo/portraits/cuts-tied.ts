import type { Cut, Mass } from './hair.ts';
import { arc, points } from './svg.ts';
import type { Point } from './svg.ts';

/** Hair drawn back over the skull; `peak` is the highest point of the hairline, `part` where it divides. */
function drawnBack(peak: number, part: number): Mass {
  return {
    runs: [
      points('-70 14, -79 -34, -62 -90, -20 -111, 20 -111, 62 -90, 79 -34, 70 14'),
      [
        [66, 2],
        [62, -30],
        [46, -52],
        [part + 4, peak],
      ],
      [
        [part, peak - 2],
        [-44, -50],
        [-62, -30],
        [-66, 2],
      ],
    ],
    tone: 'lit',
  };
}

const pulled: Point[][] = [
  points('-62 -20, -50 -66, -14 -100'),
  points('62 -20, 52 -66, 18 -100'),
  points('-34 -58, -22 -84, -4 -104'),
  points('34 -58, 26 -84, 8 -104'),
];

/** A loose lock beside the ear. */
const wisp = (k: 1 | -1): Mass => ({
  runs: [
    [
      [k * 68, -18],
      [k * 75, 14],
      [k * 70, 46],
    ],
  ],
  tone: 'lit',
  cord: 5,
});

export const topKnot = (): Cut => ({
  back: [{ runs: [arc(6, -124, 38, 34, 0, 340, 10)], tone: 'shade', curly: true }],
  front: [drawnBack(-64, 0), wisp(1), wisp(-1)],
  strands: [...pulled, points('-22 -132, 0 -148, 28 -136'), points('-24 -116, 4 -106, 36 -118')],
  ears: true,
});

export const lowBun = (): Cut => ({
  back: [
    { runs: [arc(-62, 62, 34, 31, 0, 330, 9)], tone: 'shade', curly: true },
    {
      runs: [points('-72 -20, -66 40, -40 70, 40 60, 72 -20'), points('72 -20, 0 -40, -72 -20')],
      tone: 'deep',
    },
  ],
  front: [drawnBack(-72, 20)],
  strands: [
    points('24 -76, -20 -78, -62 -42, -72 0'),
    points('24 -84, -20 -94, -62 -66'),
    points('26 -76, 54 -58, 70 -14'),
    points('-84 56, -66 44, -44 54'),
    points('-86 70, -64 80, -42 70'),
  ],
  ears: true,
});

export const ponytail = (): Cut => ({
  back: [
    {
      runs: [
        points('44 -84, 88 -94, 118 -56, 116 0, 108 58, 118 110, 108 176, 100 206'),
        points('100 206, 86 160, 80 110, 88 50, 84 0, 62 -30'),
      ],
      tone: 'shade',
    },
  ],
  front: [
    drawnBack(-66, -14),
    {
      runs: [points('-67 -20, -74 16, -68 52')],
      tone: 'lit',
      cord: 5,
    },
  ],
  strands: [
    points('-62 -24, -30 -62, 30 -84'),
    points('-50 -60, -16 -86, 34 -94'),
    points('60 -24, 58 -56, 50 -80'),
    points('80 -74, 104 -40, 100 20, 96 80, 104 150'),
    points('92 -66, 110 -30, 108 10'),
  ],
  ears: true,
});

/** A loose plait over one shoulder. */
export function braid(): Cut {
  const links = Array.from({ length: 7 }, (_, index): Mass => {
    const k = index % 2 ? 1 : -1;
    const y = 74 + index * 21;
    const x = 80 - index * 1.4;
    const wide = 22 - index * 1.2;
    // Each link lies slanted over the one above it.
    return {
      runs: [
        [
          [x - k * wide, y - 20],
          [x + k * wide * 0.5, y - 14],
          [x + k * wide, y + 6],
          [x + k * wide * 0.4, y + 18],
          [x - k * wide * 0.7, y + 6],
          [x - k * wide, y - 20],
        ],
      ],
      tone: k > 0 ? 'lit' : 'shade',
    };
  });
  return {
    back: [
      {
        runs: [
          points('-76 30, -84 -30, -60 -92, 0 -108, 60 -92, 84 -30, 76 30'),
          points('76 30, 60 84, -50 76, -76 30'),
        ],
        tone: 'deep',
      },
    ],
    front: [
      {
        runs: [
          points('-4 -110, 44 -104, 74 -72, 84 -20, 84 24, 86 62'),
          points('86 66, 66 68, 68 30, 65 -8, 54 -42, 20 -68, -4 -84'),
        ],
        tone: 'lit',
      },
      {
        runs: [
          points('-4 -110, -46 -104, -76 -70, -84 -18, -80 26, -66 58'),
          points('-62 56, -68 24, -65 -10, -54 -42, -26 -68, -4 -84'),
        ],
        tone: 'lit',
      },
      ...links,
      {
        runs: [points('61 214, 71 208, 81 214'), points('81 214, 84 236, 72 252, 60 234')],
        tone: 'lit',
      },
    ],
    strands: [points('4 -98, 44 -84, 68 -40, 76 10, 78 54'), points('-10 -98, -48 -84, -70 -40, -76 8, -70 40')],
    ears: false,
  };
}

/** A man's hair tied on the crown. */
export const tied = (): Cut => ({
  back: [{ runs: [arc(-8, -116, 27, 25, 0, 330, 8)], tone: 'shade', curly: true }],
  front: [drawnBack(-68, 0)],
  strands: [...pulled, points('-28 -122, -8 -132, 12 -122')],
  ears: true,
});
