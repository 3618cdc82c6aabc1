import { dim, mix } from './colour.ts';
import type { Person } from './person.ts';
import type { Pose } from './picture.ts';
import { area, dot, line, num, outline, stroke } from './svg.ts';
import type { Point } from './svg.ts';

/** Where an eye sits: its middle and how wide it is; the far one of a turned head is a little narrower. */
function socket(person: Person, pose: Pose, side: 1 | -1): { x: number; y: number; half: number } {
  const far = pose.turn * side > 0 ? Math.abs(pose.turn) : 0;
  return { x: side * (person.eyes - far * 3) + pose.turn * 11, y: 3, half: 17 - far * 1.6 };
}

/** Lines of both eyes that look the same are collected and drawn together. */
interface EyeLines {
  readonly lid: string;
  readonly lash: string;
  readonly fold: string;
  readonly ball: string;
}

function lash(person: Person, x: number, y: number, half: number, side: 1 | -1): string {
  const outer = x + side * half;
  return person.gender === 'male'
    ? ''
    : line([
        [outer - side * 2, y - 2],
        [outer + side * 4, y - 4.6],
      ]);
}

function closedEye(person: Person, pose: Pose, side: 1 | -1): EyeLines {
  const { x, y, half } = socket(person, pose, side);
  return {
    lid: line([
      [x - half + 1, y + 5],
      [x - half * 0.5, y - 3],
      [x, y - 5.5],
      [x + half * 0.5, y - 3],
      [x + half - 1, y + 5],
    ]),
    lash: lash(person, x, y + 5, half, side),
    fold: line([
      [x - 8, y + 13],
      [x, y + 15],
      [x + 8, y + 13],
    ]),
    ball: '',
  };
}

/** An open eye: the upper lid always covers some of the iris, so that nobody stares. */
function openEye(person: Person, pose: Pose, side: 1 | -1): EyeLines {
  const { x, y, half } = socket(person, pose, side);
  const high = pose.expression === 'grin' ? 7.6 : 8.8;
  const low = pose.expression === 'grin' ? 5.4 : 6.8;
  const left: Point = [x - half, y + (side < 0 ? 2 : 2.6)];
  const right: Point = [x + half, y + (side > 0 ? 2 : 2.6)];
  const upper: Point[] = [
    left,
    [x - half * 0.45, y - high + 1.4],
    [x, y - high],
    [x + half * 0.45, y - high + 1.4],
    right,
  ];
  const lower: Point[] = [right, [x + half * 0.4, y + low], [x - half * 0.4, y + low], left];
  const iris = x + pose.gaze * 4.4;
  const level = y - 0.6 + pose.dip * 1.6;
  const lid = upper.map(([px, py]): Point => [px, py - 6]).reverse();
  const skin = side === pose.light ? person.skin.base : mix(person.skin.base, person.skin.shade, 0.36);
  return {
    lid: line(upper),
    lash: lash(person, x, y, half, side),
    fold:
      line([
        [x - half * 0.7, y - high - 4],
        [x, y - high - 6.4],
        [x + half * 0.7, y - high - 4],
      ]) +
      line([
        [x - half * 0.5, y + low + 0.8],
        [x, y + low + 2],
        [x + half * 0.5, y + low + 0.8],
      ]),
    ball:
      area(outline(upper, lower), mix('#fffaf0', person.skin.base, 0.14)) +
      dot(iris, level, 7.8, person.iris) +
      dot(iris, level, 4, '#150f10') +
      dot(iris + pose.light * 2.4, level - 2.4, 1.9, '#fff') +
      area(outline(upper, lid), skin),
  };
}

function brow(person: Person, pose: Pose, side: 1 | -1): string {
  const { x } = socket(person, pose, side);
  const lift = pose.expression === 'aside' && side === pose.light ? 3 : pose.expression === 'grin' ? 1.5 : 0;
  const y = -24 - lift;
  const half = person.brow / 2;
  const rise = person.arch * 0.6;
  // Thick beside the nose, thin at the temple.
  const upper: Point[] = [
    [x - side * 15, y + 1 - half],
    [x - side * 3, y - rise - half],
    [x + side * 9, y - rise - half * 0.6],
    [x + side * 20, y + 5],
  ];
  const lower: Point[] = [
    [x + side * 20, y + 5],
    [x + side * 9, y - rise + half * 0.9],
    [x - side * 3, y - rise + half * 1.1],
    [x - side * 16, y + 1 + half],
  ];
  return outline(upper, lower);
}

export function eyes(person: Person, pose: Pose): string {
  const ink = mix(person.skin.line, '#170e0c', 0.6);
  const draw = pose.expression === 'warm' ? closedEye : openEye;
  const pair = [draw(person, pose, -1), draw(person, pose, 1)];
  const all = (part: keyof EyeLines): string => pair.map((eye) => eye[part]).join('');
  return (
    all('ball') +
    stroke(all('fold'), person.skin.line, 1.7, 0.32) +
    stroke(all('lid'), ink, 3.5) +
    (person.gender === 'male' ? '' : stroke(all('lash'), ink, 2.4)) +
    area(brow(person, pose, -1) + brow(person, pose, 1), dim(person.brows, 0.1), 0.94)
  );
}

/** The nose: one soft plane away from the light, the tip and the wings. */
export function nose(person: Person, pose: Pose): string {
  const s = -pose.light;
  const x = pose.turn * 13;
  const k = person.nose;
  const tip = 40 * (0.9 + 0.1 * k);
  const wing = (person.gender === 'female' ? 10.5 : 12.5) * k + (person.tone >= 4 ? 2.5 : 0);
  const plane: Point[] = [
    [x + s * 4, -4],
    [x + s * 6, 14],
    [x + s * 12 * k, tip - 8],
    [x + s * wing, tip],
    [x + s * 2, tip + 2],
  ];
  return (
    area(`${line(plane)}L${x + s * 1} ${tip - 14}Z`, person.skin.shade, 0.62) +
    stroke(
      line([
        [x - wing, tip - 2],
        [x - wing * 0.5, tip + 3],
        [x, tip + 2],
        [x + wing * 0.5, tip + 3],
        [x + wing, tip - 2],
      ]),
      person.skin.line,
      2.4,
      0.62,
    ) +
    stroke(
      line([
        [x - s * 2, tip - 16],
        [x - s * 2, tip - 7],
      ]),
      '#fff3e2',
      3.4,
      person.tone >= 2 ? 0.14 : 0.3,
    )
  );
}

interface Lips {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly fill: string;
  readonly dark: string;
}

function openSmile({ x, y, half, fill, dark }: Lips, plump: number): string {
  const rim: Point[] = [
    [x - half, y - 7],
    [x - half * 0.5, y - 4],
    [x, y - 2.6],
    [x + half * 0.5, y - 4],
    [x + half, y - 7],
  ];
  const bowl = (depth: number, inset: number): string =>
    `C${num(x + half * inset)} ${num(y + depth)} ${num(x - half * inset)} ${num(y + depth)} ${num(x - half)} ${num(y - 7)}Z`;
  return (
    area(
      `${line(rim.map(([px, py], i): Point => [px, py - (i === 2 ? 2.6 : i % 2 ? 3.6 : 0) * plump]))}${bowl(19 + 4.5 * plump, 0.62)}`,
      fill,
    ) +
    area(`${line(rim)}${bowl(17.5, 0.66)}`, '#6d2825') +
    area(`${line(rim)}${bowl(12, 0.72)}`, '#fffaf1') +
    stroke(
      line([
        [x - half - 2, y - 8],
        [x - half - 1, y - 5],
      ]) +
        line([
          [x + half + 2, y - 8],
          [x + half + 1, y - 5],
        ]),
      dark,
      2.2,
      0.5,
    )
  );
}

function closedSmile({ x, y, half, fill, dark }: Lips, curve: number, plump: number, skew: number): string {
  const left = y - curve - Math.max(0, -skew) * 3;
  const right = y - curve - Math.max(0, skew) * 3;
  const seam: Point[] = [
    [x - half, left],
    [x - half * 0.5, y - curve * 0.1],
    [x, y + 0.6],
    [x + half * 0.5, y - curve * 0.1],
    [x + half, right],
  ];
  const top: Point[] = [
    [x + half, right],
    [x + half * 0.3, y - 6.4 * plump],
    [x, y - 4.4 * plump],
    [x - half * 0.3, y - 6.4 * plump],
    [x - half, left],
  ];
  const bottom: Point[] = [
    [x + half, right],
    [x + half * 0.55, y + 6.4 * plump],
    [x, y + 9.6 * plump],
    [x - half * 0.55, y + 6.4 * plump],
    [x - half, left],
  ];
  const join = (points: Point[]): string => `${line(seam)}${line(points).replace('M', 'L')}Z`;
  return (
    area(join(bottom), mix(fill, '#ffd9c4', 0.14)) +
    area(join(top), fill) +
    stroke(line([[x - half - 1.5, left - 1], ...seam.slice(1, 4), [x + half + 1.5, right - 1]]), dark, 2.3, 0.8) +
    stroke(
      line([
        [x - half - 4, left - 5],
        [x - half - 2.6, left + 1.5],
      ]) +
        line([
          [x + half + 4, right - 5],
          [x + half + 2.6, right + 1.5],
        ]),
      dark,
      1.8,
      0.32,
    )
  );
}

/** A warm mouth in every expression; only its width, its lips and the teeth differ. */
export function mouth(person: Person, pose: Pose): string {
  const her = person.gender === 'female';
  const fill =
    her && person.lipstick
      ? mix(person.skin.lip, '#a83a40', 0.3)
      : mix(person.skin.lip, person.skin.base, her ? 0.14 : person.beard === 'none' ? 0.36 : 0.24);
  const spread = { calm: 19, smile: 22, grin: 25, warm: 25, aside: 20 }[pose.expression];
  const lips: Lips = { x: pose.turn * 11, y: 67, half: spread, fill, dark: mix(person.skin.line, '#3a1414', 0.3) };
  const chin = stroke(
    line([
      [lips.x - 8, 86],
      [lips.x, 88],
      [lips.x + 8, 86],
    ]),
    person.skin.shade,
    3,
    0.5,
  );
  if (pose.expression === 'grin' || pose.expression === 'warm')
    return openSmile(lips, person.lips * (her ? 1 : 0.6)) + chin;
  const curve = { calm: 3.4, smile: 6, aside: 4.6 }[pose.expression];
  return closedSmile(lips, curve, person.lips * (her ? 1 : 0.78), pose.expression === 'aside' ? pose.light : 0) + chin;
}
