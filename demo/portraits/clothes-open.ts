import { garment, necklineOf, shoulderAt, sleeves, trunkHalf } from './body.ts';
import { dim, lit } from './colour.ts';
import type { Person } from './person.ts';
import type { Picture } from './picture.ts';
import { area, dot, edged, line, outline, points, stroke } from './svg.ts';
import type { Point } from './svg.ts';

interface CoatCut {
  /** Where it lies on the shoulder, as distance from the middle. */
  readonly from: number;
  /** Half the gap at the waist. */
  readonly opening: number;
  readonly lapel: 'band' | 'notched' | 'collar';
}

const flip = (points: readonly Point[], side: 1 | -1): Point[] => points.map(([x, y]): Point => [x * side, y]);

function lapelOf(lapel: CoatCut['lapel'], from: number, y: number, opening: number): Point[][] {
  if (lapel === 'notched')
    return [
      [
        [from - 4, y - 10],
        [from + 30, y + 22],
        [84, 226],
      ],
      points('84 226, 64 236'),
      points('64 236, 72 254'),
      [
        [72, 254],
        [46, 316],
        [opening, 366],
      ],
      [
        [opening, 366],
        [26, 260],
        [from - 4, y - 10],
      ],
    ];
  if (lapel === 'collar')
    return [
      [
        [from - 5, y - 14],
        [from + 28, y + 8],
        [from + 44, y + 26],
      ],
      [
        [from + 44, y + 26],
        [60, 226],
      ],
      [
        [60, 226],
        [from - 2, 176],
        [from - 5, y - 14],
      ],
    ];
  return [
    [
      [from, y],
      [from - 2, 200],
      [opening + 4, 300],
      [opening, 470],
    ],
    [
      [opening + 14, 470],
      [opening + 18, 300],
      [from + 12, 200],
      [from + 12, y + 5],
    ],
  ];
}

/** Two open fronts over something light. */
export function coat(person: Person, { id, cloth }: Picture, { from, opening, lapel }: CoatCut): string {
  const y = shoulderAt(person, from) - 4;
  const half = trunkHalf(person, from, 5);
  const inner: Point[] = [
    [opening, 470],
    [opening + 4, 330],
    [from + 4, 200],
    [from, y],
  ];
  const trim = lapel === 'band' ? dim(cloth, 0.2) : lapel === 'notched' ? dim(cloth, 0.16) : lit(cloth, 0.12);
  const fronts = ([1, -1] as const).map((side) => {
    const front = outline(flip(half, side), flip(inner, side));
    const edge = outline(...lapelOf(lapel, from, y, opening).map((run) => flip(run, side)));
    return area(front, `url(#${id}g)`) + edged(edge, trim, dim(cloth, 0.4), 1.8, 0.45);
  });
  const pocket = lapel === 'collar' ? stroke('M78 300h46v8l-23 10l-23 -10Z', dim(cloth, 0.4), 2.4, 0.55) : '';
  const button = lapel === 'notched' ? dot(-8, 384, 5, dim(cloth, 0.5)) : '';
  return fronts.join('') + sleeves(person, cloth) + pocket + button;
}

/** A shirt with collar and placket. */
export function shirt(person: Person, { id, cloth }: Picture): string {
  const n = person.neck;
  const from = n + 8;
  const y = shoulderAt(person, from);
  const collar: Point[][] = [
    [
      [n - 4, 100],
      [n + 12, 122],
      [n + 26, y + 10],
    ],
    [
      [n + 26, y + 10],
      [34, 206],
    ],
    points('34 206, 2 172'),
    [
      [2, 172],
      [n - 14, 142],
      [n - 4, 100],
    ],
  ];
  const sides = ([1, -1] as const).map((side) => {
    const shape = outline(...collar.map((run) => flip(run, side)));
    return edged(shape, lit(cloth, 0.18), dim(cloth, 0.4), 1.8, 0.5);
  });
  return (
    area(
      garment(
        person,
        from,
        necklineOf(person, from, [
          [-n * 0.6, 140],
          [0, 182],
          [0, 182],
          [n * 0.6, 140],
        ]),
      ),
      `url(#${id}g)`,
    ) +
    sleeves(person, cloth) +
    stroke('M0 180V470M15 190V470', dim(cloth, 0.36), 2.4, 0.55) +
    [222, 272, 322].map((at) => dot(7.5, at, 3.4, dim(cloth, 0.46))).join('') +
    sides.join('')
  );
}

/** A hood behind the neck, a pouch of cloth before it, two cords. */
export function hooded(person: Person, { id, cloth, under }: Picture): string {
  const n = person.neck;
  const from = n + 10;
  const drape = outline(
    [
      [-n - 52, 158],
      [-n - 30, 196],
      [0, 218],
      [n + 30, 196],
      [n + 52, 158],
    ],
    [
      [n + 52, 158],
      [n + 24, 136],
      [n + 4, 112],
    ],
    [
      [n + 4, 112],
      [n + 2, 146],
      [0, 180],
      [-n - 2, 146],
      [-n - 4, 112],
    ],
    [
      [-n - 4, 112],
      [-n - 24, 136],
      [-n - 52, 158],
    ],
  );
  return (
    area(garment(person, from, necklineOf(person, from, [[0, 176]])), `url(#${id}g)`) +
    sleeves(person, cloth) +
    area(drape, dim(cloth, 0.16)) +
    stroke(
      line([
        [-n - 52, 158],
        [-n - 30, 196],
        [0, 218],
        [n + 30, 196],
        [n + 52, 158],
      ]),
      dim(cloth, 0.4),
      2.6,
      0.5,
    ) +
    stroke(line(points('-19 208, -23 246, -20 278')) + line(points('19 208, 22 244, 21 268')), under, 4.4)
  );
}

/** The part of a hood that stands up behind the neck. */
export function hoodBehind(person: Person, { clothes, cloth }: Picture): string {
  if (clothes !== 'hoodie') return '';
  const n = person.neck;
  return area(
    outline(
      [
        [-n - 56, 170],
        [-n - 48, 118],
        [-n - 12, 88],
        [0, 84],
        [n + 12, 88],
        [n + 48, 118],
        [n + 56, 170],
      ],
      [
        [n + 56, 170],
        [0, 180],
        [-n - 56, 170],
      ],
    ),
    dim(cloth, 0.42),
  );
}
