import { dim, lightness, lit, mix } from './colour.ts';
import type { Person } from './person.ts';
import type { Pose } from './picture.ts';
import { area, line, mirrored, outline, points, stroke } from './svg.ts';
import type { Point } from './svg.ts';

/** The whole beard from sideburn to sideburn; `length` is how far it stands off the chin. */
function jawline({ width, jaw, chin }: Person, shift: number, length: number): string {
  const outer: Point[] = [
    [width - 1, 4],
    [width - 1, 28],
    [jaw + length * 0.3, 64 + length * 0.3],
    [chin + 4, 91 + length * 0.8],
    [0, 99 + length],
  ];
  const half: Point[] = [
    [0, 53],
    [13, 51],
    [28, 57],
    [width - 19, 52],
    [width - 9, 28],
    [width - 7, 4],
  ];
  const move = (points: readonly Point[]): Point[] =>
    points.map(([x, y]): Point => [x + (Math.abs(x) < 40 ? shift : shift * 0.4), y]);
  return outline([...outer, ...mirrored(outer).slice(1)], move([...mirrored(half), ...half.slice(1)]));
}

function moustache(x: number, fill: string): string {
  return area(
    outline(
      [
        [x - 25, 57],
        [x - 15, 50],
        [x - 4, 46.5],
        [x, 48.5],
        [x + 4, 46.5],
        [x + 15, 50],
        [x + 25, 57],
      ],
      [
        [x + 25, 57],
        [x + 14, 59.5],
        [x, 56],
        [x - 14, 59.5],
        [x - 25, 57],
      ],
    ),
    fill,
  );
}

/** The beard, drawn on the face and below the mouth. */
export function beard(person: Person, pose: Pose): string {
  const kind = person.beard;
  if (kind === 'none') return '';
  const x = pose.turn * 11;
  const tone = dim(person.hair, 0.1);
  const light = lit(person.hair, lightness(person.hair) < 0.2 ? 0.12 : 0.22);
  const fill = pose.light < 0 ? mix(tone, light, 0.25) : tone;
  if (kind === 'moustache') return moustache(x, tone);
  if (kind === 'goatee') {
    const tuft = outline(
      [
        [x - 19, 78],
        [x - 21, 92],
        [x - 10, 106],
        [x, 109],
        [x + 10, 106],
        [x + 21, 92],
        [x + 19, 78],
      ],
      [
        [x + 19, 78],
        [x + 8, 82],
        [x, 81],
        [x - 8, 82],
        [x - 19, 78],
      ],
    );
    return area(tuft, tone) + moustache(x, tone);
  }
  const length = kind === 'full' ? 18 : 4;
  const shape = jawline(person, x, length);
  if (kind === 'stubble') return area(jawline(person, x, 0), tone, person.tone >= 4 ? 0.5 : 0.3);
  const hairs: Point[][] = [
    points('-44 66, -38 84, -22 96'),
    points('44 66, 38 84, 22 96'),
    [
      [-8, 92],
      [0, 96 + length * 0.6],
      [8, 92],
    ],
  ];
  return (
    area(shape, fill) + stroke(hairs.map(line).join(''), light, 2, 0.45) + (kind === 'full' ? moustache(x, tone) : '')
  );
}
