import { garment, necklineOf, sleeves } from './body.ts';
import { coat, hooded, shirt } from './clothes-open.ts';
import { dim, lit } from './colour.ts';
import { necklace } from './extras.ts';
import type { Person } from './person.ts';
import type { Picture } from './picture.ts';
import { area, line, outline, points, stroke } from './svg.ts';
import type { Point } from './svg.ts';
import type { ClothesName } from './types.ts';

const round = (person: Person, from: number, depth: number): Point[] =>
  necklineOf(person, from, [
    [-from * 0.62, 152 + depth * 0.72],
    [0, 152 + depth],
    [from * 0.62, 152 + depth * 0.72],
  ]);

const vee = (person: Person, from: number, depth: number): Point[] =>
  necklineOf(person, from, [
    [-from * 0.5, 138 + depth * 0.5],
    [0, 138 + depth],
    [0, 138 + depth],
    [from * 0.5, 138 + depth * 0.5],
  ]);

/** A pullover with any neckline and a hem in the same cloth. */
function pullover(person: Person, picture: Picture, from: number, neckline: Point[], hem: number): string {
  return (
    area(garment(person, from, neckline), `url(#${picture.id}g)`) +
    sleeves(person, picture.cloth) +
    stroke(line(neckline), dim(picture.cloth, 0.26), hem).replace('/>', ' stroke-linecap="butt"/>')
  );
}

function roll(person: Person, { id, cloth }: Picture): string {
  const n = person.neck;
  const collar = outline(
    [
      [-n - 5, 98],
      [0, 108],
      [n + 5, 98],
    ],
    [
      [n + 5, 98],
      [n + 8, 122],
      [n + 24, 146],
    ],
    [
      [n + 24, 146],
      [0, 166],
      [-n - 24, 146],
    ],
    [
      [-n - 24, 146],
      [-n - 8, 122],
      [-n - 5, 98],
    ],
  );
  const ribs = [-0.7, -0.35, 0, 0.35, 0.7]
    .map((t) =>
      line([
        [n * t, 112 - Math.abs(t) * 6],
        [n * t * 1.25, 154 - Math.abs(t) * 8],
      ]),
    )
    .join('');
  return (
    area(garment(person, n + 6, necklineOf(person, n + 6, [[0, 158]])), `url(#${id}g)`) +
    sleeves(person, cloth) +
    area(collar, lit(cloth, 0.16)) +
    stroke(ribs, dim(cloth, 0.3), 2.2, 0.28) +
    stroke(
      line([
        [-n - 24, 146],
        [0, 166],
        [n + 24, 146],
      ]),
      dim(cloth, 0.3),
      3,
      0.6,
    )
  );
}

function striped(person: Person, picture: Picture): string {
  const w = person.shoulders + 30;
  const bands = Array.from({ length: 10 }, (_, i) => {
    const y = 196 + i * 29;
    return line([
      [-w, y - 8],
      [0, y + 6],
      [w, y - 8],
    ]);
  }).join('');
  const neckline = round(person, person.neck + 26, 26);
  return (
    area(garment(person, person.neck + 26, neckline), `url(#${picture.id}g)`) +
    `<clipPath id="${picture.id}j"><path d="${garment(person, person.neck + 26, neckline)}"/></clipPath>` +
    `<g clip-path="url(#${picture.id}j)">${stroke(bands, picture.under, 10)}</g>` +
    sleeves(person, picture.cloth) +
    stroke(line(neckline), picture.under, 5)
  );
}

function knit(person: Person, picture: Picture): string {
  const cable = 'c9 12 9 23 0 34s-9 23 0 34';
  const cables = [-78, -26, 26, 78]
    .map((x) => [x - 5, x + 5].map((at) => `M${at} 196${cable.repeat(4)}`).join(''))
    .join('');
  return (
    pullover(person, picture, person.neck + 12, round(person, person.neck + 12, 18), 11) +
    stroke(cables, dim(picture.cloth, 0.3), 2.6, 0.34)
  );
}

function strap(person: Person, { id, cloth }: Picture): string {
  const s = person.shoulders;
  const top: Point[] = [
    [-s + 18, 250],
    [-70, 214],
    [-34, 206],
    [0, 214],
    [34, 206],
    [70, 214],
    [s - 18, 250],
  ];
  return (
    area(
      outline(
        top,
        [
          [s - 14, 300],
          [s - 6, 470],
        ],
        [
          [-s + 6, 470],
          [-s + 14, 300],
        ],
      ),
      `url(#${id}g)`,
    ) +
    stroke(line(points('-62 216, -60 158')) + line(points('62 216, 60 158')), cloth, 10) +
    stroke(line(top), dim(cloth, 0.28), 2.6, 0.7) +
    [-1, 1]
      .map((side) =>
        stroke(
          line([
            [side * (s - 18), 252],
            [side * (s - 14), 330],
            [side * (s - 4), 460],
          ]),
          person.skin.shade,
          3,
          0.7,
        ),
      )
      .join('') +
    necklace(person, 40)
  );
}

function wrap(person: Person, picture: Picture): string {
  const from = person.neck + 22;
  const folds =
    line([
      [-from + 4, 146],
      [-14, 214],
      [70, 300],
    ]) +
    line([
      [from - 4, 146],
      [2, 226],
    ]);
  return (
    pullover(person, picture, from, vee(person, from, 92), 3) +
    stroke(folds, dim(picture.cloth, 0.36), 3.2, 0.6) +
    necklace(person, 30)
  );
}

function henley(person: Person, picture: Picture): string {
  const { cloth, under } = picture;
  return (
    pullover(person, picture, person.neck + 12, round(person, person.neck + 12, 18), 8) +
    area(outline(points('-11 170, 11 170'), points('11 240, -11 240')), dim(cloth, 0.2)) +
    [186, 206, 226].map((y) => `<circle cx="0" cy="${y}" r="3.2" fill="${under}"/>`).join('')
  );
}

function cardigan(person: Person, picture: Picture): string {
  const top = area(garment(person, person.neck + 24, round(person, person.neck + 24, 32), 0), picture.under);
  return top + coat(person, picture, { from: person.neck + 14, opening: 34, lapel: 'band' });
}

const CLOTHES: Record<ClothesName, (person: Person, picture: Picture) => string> = {
  crew: (person, picture) => pullover(person, picture, person.neck + 10, round(person, person.neck + 10, 16), 7),
  scoop: (person, picture) =>
    pullover(person, picture, person.neck + 34, round(person, person.neck + 34, 54), 3) + necklace(person, 34),
  vneck: (person, picture) => pullover(person, picture, person.neck + 14, vee(person, person.neck + 14, 74), 6),
  roll,
  wrap,
  stripes: striped,
  knit,
  strap,
  henley,
  shirt,
  cardigan,
  hoodie: hooded,
  blazer: (person, picture) =>
    area(garment(person, person.neck + 12, vee(person, person.neck + 12, 62), 0), picture.under) +
    coat(person, picture, { from: person.neck + 8, opening: 6, lapel: 'notched' }),
  jacket: (person, picture) =>
    area(garment(person, person.neck + 14, round(person, person.neck + 14, 20), 0), picture.under) +
    coat(person, picture, { from: person.neck + 8, opening: 34, lapel: 'collar' }),
  overshirt: (person, picture) =>
    area(garment(person, person.neck + 14, round(person, person.neck + 14, 20), 0), picture.under) +
    coat(person, picture, { from: person.neck + 8, opening: 44, lapel: 'collar' }),
};

/** Dresses the bust: everything a person wears below the chin. */
export const clothes = (person: Person, picture: Picture): string => CLOTHES[picture.clothes](person, picture);
