import { mix } from './colour.ts';
import type { Person } from './person.ts';
import type { Pose } from './picture.ts';
import { again, area, dots, line, oval, points, stroke, symmetrical } from './svg.ts';
import type { Point } from './svg.ts';

// Head coordinates: the middle of the face is 0, the crown is at y -102, the chin at y 101, the eyes at y 2.

/** The outline of the face without ears. */
export const faceOutline = ({ width, jaw, chin }: Person): string =>
  symmetrical([
    [0, -102],
    [38, -95],
    [61, -68],
    [width, -18],
    [width - 2, 24],
    [jaw, 62],
    [chin, 90],
    [0, 98.5],
  ]);

function ear(person: Person, pose: Pose, side: 1 | -1): string {
  const { skin, width } = person;
  // The ear on the side the head turns to goes out of sight.
  const x = side * (width - 4 - (pose.turn * side > 0 ? 5 * Math.abs(pose.turn) : 0));
  const outer: Point[] = [
    [x, -16],
    [x + side * 13, -18],
    [x + side * 16, 0],
    [x + side * 9, 22],
    [x + side * 1, 30],
  ];
  const fill = side === pose.light ? mix(skin.base, skin.shade, 0.12) : mix(skin.base, skin.shade, 0.62);
  return (
    area(`${line(outer)}Z`, fill) +
    stroke(
      line([
        [x + side * 4, -8],
        [x + side * 10, -8],
        [x + side * 8, 8],
      ]),
      skin.shade,
      2.4,
      0.8,
    )
  );
}

export const ears = (person: Person, pose: Pose): string => ear(person, pose, 1) + ear(person, pose, -1);

/** The side of the face away from the light, with the hollow of the eye and the cheek in its edge. */
function shadeOfFace(pose: Pose): string {
  const s = -pose.light;
  const at = (x: number): number => s * x + pose.turn * 6;
  const edge: Point[] = [
    [at(34), -110],
    [at(43), -52],
    [at(48), -18],
    [at(44), 2],
    [at(52), 22],
    [at(47), 52],
    [at(30), 78],
    [at(14), 112],
  ];
  return `${line(edge)}L${s * 130} 112L${s * 130} -110Z`;
}

/** The face itself with light and shade; `over` is drawn inside its outline (the shadow of the hair, for one). */
export function face(person: Person, pose: Pose, over: string): string {
  const { skin } = person;
  const cheeks = [-1, 1]
    .map((side) => oval(side * (person.eyes + 8) + pose.turn * 10, 41, 21, 15, `url(#${pose.id}k)`))
    .join('');
  const temple = ['bald', 'buzz', 'receding'].includes(person.cut)
    ? stroke(
        line([
          [pose.light * 14, -88],
          [pose.light * 34, -80],
          [pose.light * 46, -64],
        ]),
        '#fff3e0',
        9,
        0.22,
      )
    : '';
  return (
    `<clipPath id="${pose.id}f"><use href="#${pose.id}o"/></clipPath>` +
    again(`${pose.id}o`, `url(#${pose.id}s)`) +
    `<g clip-path="url(#${pose.id}f)">${area(shadeOfFace(pose), skin.shade, 0.42)}${cheeks}${freckles(person, pose)}${temple}${over}</g>`
  );
}

function freckles(person: Person, pose: Pose): string {
  if (!person.freckles) return '';
  const spots: Point[] = points(
    '-38 30, -30 37, -23 30, -44 40, -33 46, -14 36, 38 31, 30 38, 23 31, 44 41, 33 46, 13 37, 0 30',
  );
  return dots(
    spots.map(([x, y]): Point => [x + pose.turn * 10, y]),
    1.7,
    person.skin.line,
    0.34,
  );
}

/** Lines that come with the years; nothing before thirty-eight. */
export function ageLines(person: Person, pose: Pose): string {
  const years = (person.age - 38) / 30;
  if (years <= 0) return '';
  const { skin } = person;
  const shift = pose.turn * 10;
  const weight = Math.min(1, years);
  // Deep lines and fine ones are two strokes, however many there are.
  let deep = '';
  let fine = '';
  for (const side of [-1, 1]) {
    const x = (value: number): number => side * value + shift;
    deep += line([
      [x(21), 45],
      [x(28), 55],
      [x(30), 66],
    ]);
    fine += line([
      [x(person.eyes - 11), 18],
      [x(person.eyes), 22],
      [x(person.eyes + 10), 18],
    ]);
    if (person.age >= 48) {
      deep += line([
        [x(person.eyes + 20), -1],
        [x(person.eyes + 27), -5],
      ]);
      deep += line([
        [x(person.eyes + 20), 6],
        [x(person.eyes + 28), 8],
      ]);
    }
    if (person.age >= 64)
      fine += line([
        [x(25), 74],
        [x(23), 84],
      ]);
  }
  if (person.age >= 52)
    fine += line([
      [-28 + shift, -50],
      [shift, -54],
      [28 + shift, -50],
    ]);
  if (person.age >= 62)
    fine += line([
      [-23 + shift, -39],
      [shift, -42],
      [23 + shift, -39],
    ]);
  const strength = 0.35 + 0.65 * weight;
  return stroke(deep, skin.line, 2.2, 0.4 * strength) + stroke(fine, skin.line, 2, 0.27 * strength);
}
