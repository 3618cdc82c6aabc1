import { dim, mix } from './colour.ts';
import type { Person } from './person.ts';
import type { Pose } from './picture.ts';
import { again, area, box, group, line, mirrored, outline, points, stroke } from './svg.ts';
import type { Point } from './svg.ts';

const FLOOR = 470;

/** The height of the shoulder line at distance `x` from the middle: steep at the neck, then level. */
export function shoulderAt(person: Person, x: number): number {
  const t = Math.max(0, Math.min(1, (x - person.neck) / (person.shoulders * 0.8 - person.neck)));
  return 116 + 58 * t ** 0.5;
}

/** The right half of the trunk from `from` (distance from the middle along the shoulder) to below the picture. */
export function trunkHalf(person: Person, from: number, thick = 0): Point[] {
  const { shoulders } = person;
  const end = shoulders * 0.8;
  const slope = [0, 0.33, 0.66, 1].map((t): Point => {
    const x = from + (end - from) * t;
    return [x, shoulderAt(person, x) - thick];
  });
  return [...slope, [shoulders + thick, 203], [shoulders + 13 + thick, 262], [shoulders + 19 + thick, FLOOR]];
}

/** A closed garment: `neckline` runs from the left shoulder over the chest to the right one. */
export function garment(person: Person, from: number, neckline: readonly Point[], thick = 3): string {
  const half = trunkHalf(person, from, thick);
  return outline(
    half,
    [
      [person.shoulders + 19, FLOOR],
      [-person.shoulders - 19, FLOOR],
    ],
    mirrored(half),
    neckline,
  );
}

/** Both ends of a neckline on the shoulders, and the points between. */
export function necklineOf(person: Person, from: number, inner: readonly Point[], thick = 3): Point[] {
  const y = shoulderAt(person, from) - thick;
  return [[-from, y], ...inner, [from, y]];
}

/** Neck, shoulders and chest in skin, with the shadow of the chin. */
export function bust(person: Person, pose: Pose): string {
  const { neck, skin, shoulders } = person;
  const half: Point[] = [[neck - 2, 50], [neck - 3, 86], ...trunkHalf(person, neck)];
  const shape = outline(
    half,
    [
      [shoulders, FLOOR],
      [-shoulders, FLOOR],
    ],
    mirrored(half),
  );
  const clavicle = [-1, 1]
    .map((side) =>
      line([
        [side * 14, 178],
        [side * 40, 172],
        [side * 76, 176],
      ]),
    )
    .join('');
  const s = -pose.light;
  const sideShade = outline(
    [
      [s * (neck - 16), 60],
      [s * (neck - 12), 110],
      [s * (neck - 4), 134],
      [s * (neck + 26), 152],
    ],
    [
      [s * (neck + 26), 152],
      [s * neck, 118],
      [s * (neck - 2), 60],
    ],
  );
  const tendons =
    person.age >= 60 ? stroke(line(points('-9 112, -6 138')) + line(points('9 112, 6 138')), skin.shade, 2.4, 0.6) : '';
  return (
    area(shape, `url(#${pose.id}n)`) +
    area(sideShade, skin.shade, 0.5) +
    stroke(clavicle, skin.shade, 3, 0.5) +
    tendons +
    `<clipPath id="${pose.id}c">${box(-neck, 46, neck * 2, 100, '#000')}</clipPath><g clip-path="url(#${pose.id}c)">` +
    group(`translate(${-pose.light * 5} 24)`, again(`${pose.id}o`, mix(skin.shade, skin.line, 0.16), 0.78)) +
    '</g>'
  );
}

/** Where the arm meets the body, as two soft folds. */
export function sleeves({ shoulders }: Person, cloth: string): string {
  const fold = [-1, 1]
    .map((side) =>
      line([
        [side * (shoulders - 22), 250],
        [side * (shoulders - 30), 310],
        [side * (shoulders - 28), 400],
      ]),
    )
    .join('');
  const crease = [-1, 1]
    .map((side) =>
      line([
        [side * (shoulders - 34), 236],
        [side * (shoulders - 52), 262],
        [side * (shoulders - 58), 296],
      ]),
    )
    .join('');
  return stroke(fold, dim(cloth, 0.34), 3.2, 0.62) + stroke(crease, dim(cloth, 0.34), 2.4, 0.3);
}
