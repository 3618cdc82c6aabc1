import type { Cut, Mass } from './hair.ts';
import { points } from './svg.ts';
import type { Point } from './svg.ts';

/** The hair behind the ears of a short cut, down to `y`. */
const nape = (y: number, wide = 76): Mass => ({
  runs: [
    [
      [-wide + 8, y],
      [-wide - 3, -30],
      [-50, -96],
      [50, -96],
      [wide + 3, -30],
      [wide - 8, y],
    ],
    [
      [wide - 8, y],
      [0, y + 8],
      [-wide + 8, y],
    ],
  ],
  tone: 'deep',
});

const top = (outer: readonly Point[], inner: readonly Point[]): Mass => ({ runs: [outer, inner], tone: 'lit' });

export const pixie = (): Cut => ({
  back: [nape(54)],
  front: [
    top(
      points('-69 30, -82 -22, -72 -82, -26 -113, 28 -113, 74 -80, 83 -24, 72 30'),
      points('66 20, 65 -6, 58 -34, 44 -50, 16 -38, -20 -30, -50 -34, -62 -12, -66 20'),
    ),
  ],
  strands: [
    points('46 -56, 16 -48, -20 -40, -46 -42'),
    points('58 -72, 20 -70, -30 -58'),
    points('44 -92, 0 -90, -52 -66'),
    points('70 -50, 76 -20, 72 10'),
    points('-70 -50, -76 -16, -70 14'),
  ],
  ears: true,
});

export const silverCrop = (): Cut => ({
  back: [nape(48)],
  front: [
    top(
      points('-69 26, -84 -24, -74 -88, -22 -120, 36 -116, 78 -78, 83 -24, 70 24'),
      points('66 12, 64 -18, 54 -44, 36 -58, 4 -54, -28 -48, -54 -46, -63 -20, -66 12'),
    ),
  ],
  strands: [
    points('38 -64, 4 -66, -44 -56'),
    points('56 -84, 10 -88, -50 -72'),
    points('36 -106, -10 -106, -54 -84'),
    points('64 -52, 74 -24, 70 4'),
  ],
  ears: true,
});

export const sidePart = (): Cut => ({
  back: [nape(26, 73)],
  front: [
    top(points('34 -80, 56 -94, 74 -62, 76 -26, 70 8'), points('66 4, 63 -24, 56 -46, 38 -66')),
    top(
      points('-70 8, -79 -32, -72 -84, -34 -118, 14 -121, 42 -104, 46 -82'),
      points('38 -68, 10 -60, -22 -54, -52 -46, -62 -24, -66 4'),
    ),
  ],
  strands: [
    points('34 -78, 0 -78, -48 -58'),
    points('38 -88, -4 -94, -58 -66'),
    points('34 -100, -14 -108, -56 -86'),
    points('-70 -52, -74 -28, -70 -6'),
  ],
  ears: true,
});

export const quiff = (): Cut => ({
  back: [nape(24, 73)],
  front: [
    top(
      points('-70 8, -77 -34, -70 -72, -66 -100, -30 -130, 22 -136, 62 -118, 76 -84, 76 -36, 70 8'),
      points('66 4, 63 -24, 56 -50, 30 -66, -8 -68, -44 -58, -60 -30, -66 4'),
    ),
  ],
  strands: [
    points('-46 -64, -40 -96, -8 -118'),
    points('-20 -70, -8 -98, 26 -118'),
    points('6 -72, 22 -98, 50 -108'),
    points('32 -68, 48 -82, 66 -88'),
    points('-66 -48, -70 -28, -68 -8'),
  ],
  ears: true,
});

export const crop = (): Cut => ({
  back: [nape(20, 73)],
  front: [
    top(
      points('-69 6, -76 -36, -66 -84, -34 -112, 6 -119, 46 -108, 70 -78, 76 -34, 69 6'),
      points('65 0, 62 -28, 56 -46, 40 -56, 30 -48, 14 -58, 2 -49, -14 -58, -28 -50, -42 -58, -56 -46, -62 -26, -65 0'),
    ),
  ],
  strands: [
    points('-38 -60, -30 -82, -6 -98'),
    points('-10 -60, 0 -82, 24 -98'),
    points('18 -60, 28 -78, 48 -88'),
    points('-58 -60, -56 -80, -40 -96'),
  ],
  ears: true,
});

export const buzz = (): Cut => ({
  back: [],
  front: [
    {
      runs: [
        points('-68 4, -75 -36, -60 -86, 0 -107, 60 -86, 75 -36, 68 4'),
        points('65 0, 61 -34, 44 -54, 20 -60, -20 -60, -44 -54, -61 -34, -65 0'),
      ],
      tone: 'shade',
    },
  ],
  strands: [],
  ears: true,
});

export const slick = (): Cut => ({
  back: [nape(34, 74)],
  front: [
    top(
      points('-70 14, -79 -32, -66 -92, -24 -120, 24 -120, 66 -92, 79 -32, 70 14'),
      points('66 6, 64 -26, 52 -54, 26 -70, 0 -73, -26 -70, -52 -54, -64 -26, -66 6'),
    ),
  ],
  strands: [
    points('-40 -64, -34 -88, -16 -108'),
    points('-14 -72, -10 -94, 0 -112'),
    points('12 -72, 14 -94, 18 -110'),
    points('38 -64, 40 -86, 36 -104'),
    points('-62 -40, -62 -70, -48 -94'),
    points('62 -40, 66 -66, 58 -86'),
  ],
  ears: true,
});

export const receding = (): Cut => ({
  back: [nape(36, 74)],
  front: [
    top(
      points('-70 20, -80 -26, -66 -86, -26 -109, 26 -109, 66 -86, 80 -26, 70 20'),
      points(
        '66 12, 63 -18, 59 -44, 48 -66, 36 -74, 20 -86, 0 -82, -20 -86, -36 -74, -48 -66, -59 -44, -63 -18, -66 12',
      ),
    ),
  ],
  strands: [points('-64 -20, -66 -52, -48 -84'), points('64 -20, 66 -52, 50 -84'), points('-26 -90, -6 -98, 20 -100')],
  ears: true,
});

/** Only a rim of hair above the ears, and none at all on young heads. */
export const bald = (age: number): Cut => ({
  back: [],
  front:
    age < 50
      ? []
      : [1, -1].map((k): Mass =>
          top(
            [
              [k * 70, 16],
              [k * 79, -14],
              [k * 72, -48],
              [k * 66, -52],
            ],
            [
              [k * 62, -34],
              [k * 66, -10],
              [k * 66, 10],
            ],
          ),
        ),
  strands: [],
  ears: true,
});
