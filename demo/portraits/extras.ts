import { dim, lit } from './colour.ts';
import type { Person } from './person.ts';
import type { Picture, Pose } from './picture.ts';
import { area, box, dot, line, outline, points, stroke } from './svg.ts';
import type { Point } from './svg.ts';

const GOLD = '#dcae5c';

function lens(kind: Person['glasses'], x: number, y: number, side: number): string {
  if (kind === 'round' || kind === 'wire') return `M${x - 22} ${y}a22 21 0 1 0 44 0a22 21 0 1 0 -44 0Z`;
  if (kind === 'cat') {
    return outline([
      [x - side * 20, y - 12],
      [x + side * 6, y - 17],
      [x + side * 27, y - 21],
      [x + side * 22, y + 6],
      [x, y + 16],
      [x - side * 20, y + 8],
      [x - side * 20, y - 12],
    ] as Point[]);
  }
  return `M${x - 17} ${y - 17}h34q6 0 6 6l-2 18q-1 9 -10 9h-22q-9 0 -10 -9l-2 -18q0 -6 6 -6Z`;
}

/** Glasses: frame, a breath of glass, the bridge and the bars to the ears. */
export function glasses(person: Person, pose: Pose): string {
  if (person.glasses === 'none') return '';
  const wire = person.glasses === 'wire';
  const colour = wire ? '#a07c3f' : person.glasses === 'cat' ? '#5a2f35' : '#25292b';
  const width = wire ? 2.6 : 4.4;
  const shift = pose.turn * 11;
  const y = 6;
  const eyes = [-1, 1].map((side) => ({ side, x: Math.round(side * (person.eyes + 1) + shift) }));
  const rims = eyes.map(({ side, x }) => lens(person.glasses, x, y, side));
  const glints = eyes.map(({ x }) => `M${x + pose.light * 4} ${y - 12}l${-pose.light * 9} 15`).join('');
  const bars = eyes
    .map(({ side, x }) =>
      line([
        [x + side * 22, y - 5],
        [side * (person.width - 1), y - 10],
      ]),
    )
    .join('');
  return (
    area(rims.join(''), '#fffaf0', 0.15) +
    stroke(glints, '#ffffff', 3, 0.3) +
    stroke(
      `${rims.join('')}M${shift - person.eyes + 21} ${y - 3}q${person.eyes - 21} -8 ${(person.eyes - 21) * 2} 0`,
      colour,
      width,
    ) +
    stroke(bars, colour, width * 0.8)
  );
}

/** Earrings hang straight down whatever the tilt, near enough. */
export function earrings(person: Person): string {
  if (person.earrings === 'none') return '';
  return [-1, 1]
    .map((side) => {
      const x = side * (person.width + 3);
      if (person.earrings === 'stud') return dot(x, 30, 4.2, GOLD) + dot(x - 1, 29, 1.5, '#fff6e2');
      if (person.earrings === 'hoop')
        return `<circle cx="${x.toFixed(1)}" cy="45" r="14" fill="none" stroke="${GOLD}" stroke-width="3.6"/>`;
      return (
        stroke(
          line([
            [x, 30],
            [x, 42],
          ]),
          GOLD,
          2,
        ) + area(`M${x.toFixed(1)} 40q9 14 0 21q-9 -7 0 -21Z`, '#2f8c86')
      );
    })
    .join('');
}

/** A fine chain with a pendant, on bare necklines. */
export function necklace(person: Person, depth: number): string {
  const half = person.neck + 3;
  return (
    stroke(
      line([
        [-half, 142],
        [-half * 0.7, 142 + depth * 0.62],
        [0, 142 + depth],
        [half * 0.7, 142 + depth * 0.62],
        [half, 142],
      ]),
      GOLD,
      1.8,
      0.95,
    ) + dot(0, 146 + depth, 3.6, GOLD)
  );
}

function brim(cloth: string, id: string): string {
  return (
    area(
      outline(
        points('-60 -66, -57 -112, -38 -142, -8 -134, 0 -132, 8 -134, 38 -142, 57 -112, 60 -66'),
        points('60 -66, 0 -60, -60 -66'),
      ),
      `url(#${id}t)`,
    ) +
    area(outline(points('-61 -84, 0 -76, 61 -84'), points('62 -62, 0 -54, -62 -62')), dim(cloth, 0.5)) +
    area(
      outline(points('-128 -48, -80 -66, 0 -66, 80 -66, 128 -48'), points('128 -48, 84 -42, 0 -48, -84 -42, -128 -48')),
      `url(#${id}t)`,
    ) +
    stroke(line(points('-122 -48, -84 -44, 0 -50, 84 -44, 122 -48')), dim(cloth, 0.3), 2.4, 0.6)
  );
}

function beanie(cloth: string, id: string): string {
  const ribs = [-54, -36, -18, 0, 18, 36, 54]
    .map((x) =>
      line([
        [x, -76],
        [x * 1.05, -46],
      ]),
    )
    .join('');
  return (
    area(
      outline(
        points('-78 -62, -74 -108, -40 -142, 0 -148, 40 -142, 74 -108, 78 -62'),
        points('78 -62, 0 -78, -78 -62'),
      ),
      `url(#${id}t)`,
    ) +
    area(outline(points('-82 -76, 0 -88, 82 -76'), points('83 -42, 0 -52, -83 -42')), lit(cloth, 0.14)) +
    stroke(ribs, dim(cloth, 0.3), 3, 0.5)
  );
}

function cap(cloth: string, id: string, turn: number): string {
  const s = turn > 0 ? 1 : -1;
  return (
    area(
      outline(points('-77 -48, -76 -96, -44 -128, 0 -134, 44 -128, 76 -96, 77 -48'), points('77 -48, 0 -66, -77 -48')),
      `url(#${id}t)`,
    ) +
    area(
      outline(points('-62 -58, 0 -72, 62 -58'), [
        [s * 40 + 62, -40],
        [s * 40, -50],
        [s * 40 - 62, -42],
      ]),
      dim(cloth, 0.22),
    ) +
    dot(0, -134, 5, dim(cloth, 0.2)) +
    stroke(
      line([
        [0, -132],
        [s * 6, -100],
        [s * 4, -70],
      ]),
      dim(cloth, 0.3),
      2.4,
      0.5,
    )
  );
}

/** A hat on the head; where there is one, the front hair above y -52 is hidden. */
export function hat({ hat: kind, hatCloth, id, turn }: Picture): string {
  if (kind === 'brim') return brim(hatCloth, id);
  if (kind === 'beanie') return beanie(hatCloth, id);
  return kind === 'cap' ? cap(hatCloth, id, turn) : '';
}

/** The clip that keeps hair out of the way of a hat. */
export const belowHat = (id: string): string => `<clipPath id="${id}b">${box(-240, -58, 480, 700, '#000')}</clipPath>`;
