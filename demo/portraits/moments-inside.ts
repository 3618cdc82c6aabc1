import type { Moment } from './types.ts';
import { dim, lit, mix } from './colour.ts';
import { ROOMS } from './palettes.data.ts';
import { cafe, halo, window } from './scenes-inside.ts';
import { sea } from './scenes-outside.ts';
import {
  area,
  box,
  dot,
  dots,
  group,
  line,
  mirrored,
  outline,
  oval,
  points,
  soft,
  softBox,
  stroke,
  symmetrical,
} from './svg.ts';
import type { Point } from './svg.ts';

/** The edge of a round table in front of a room. */
const table = (top: string): string => oval(240, 560, 380, 170, dim(top, 0.3)) + oval(240, 548, 376, 164, top);

const steam = (x: number, y: number): string =>
  stroke(
    line([
      [x, y],
      [x - 10, y - 26],
      [x + 8, y - 50],
      [x - 4, y - 78],
    ]) +
      line([
        [x + 26, y - 6],
        [x + 18, y - 30],
        [x + 34, y - 52],
        [x + 24, y - 72],
      ]),
    '#fff6e4',
    5,
    0.42,
  );

export const coffee: Moment = (r, light) => {
  const cup = r.pick(['#b3542f', '#17605b', '#d0983c']);
  const body = outline(
    points('118 398, 122 440, 144 478, 170 484'),
    points('170 484, 206 484, 232 478, 254 440, 258 398'),
  );
  return (
    box(0, 0, 480, 600, ROOMS.glass.wall) +
    cafe(ROOMS.glass, r, light) +
    table('#ecd7b8') +
    oval(188, 500, 112, 26, dim('#ecd7b8', 0.2)) +
    oval(188, 490, 108, 25, '#fbf5ea') +
    oval(188, 486, 74, 15, '#e6dcc8') +
    stroke('M252 414q40 -4 34 26q-6 24 -44 22', cup, 13) +
    area(body, cup) +
    area(
      outline(
        [
          [188 + light * 30, 400],
          [188 + light * 30, 440],
          [188 + light * 16, 482],
        ],
        [
          [188 + light * 40, 478],
          [188 + light * 62, 440],
          [188 + light * 66, 400],
        ],
      ),
      lit(cup, 0.4),
      0.5,
    ) +
    oval(188, 398, 70, 17, lit(cup, 0.24)) +
    oval(188, 399, 62, 13.5, '#5a3622') +
    area('M188 409C164 400 166 390 178 391Q186 392 188 397Q190 392 198 391C210 390 212 400 188 409Z', '#ecd0a4') +
    steam(178, 376) +
    area('M320 470q52 -26 98 0q6 22 -48 26q-52 0 -50 -26Z', '#c58a4a') +
    stroke(
      line(points('338 472, 346 490')) + line(points('364 464, 368 494')) + line(points('392 466, 390 490')),
      dim('#c58a4a', 0.3),
      4,
      0.6,
    )
  );
};

function tealight(x: number, y: number, size: number, glass: string): string {
  const cup = outline(
    [
      [x - 44 * size, y - 56 * size],
      [x - 36 * size, y + 40 * size],
      [x - 24 * size, y + 48 * size],
    ],
    [
      [x + 24 * size, y + 48 * size],
      [x + 36 * size, y + 40 * size],
      [x + 44 * size, y - 56 * size],
    ],
  );
  const ribs = [-28, -14, 0, 14, 28]
    .map((dx) =>
      line([
        [x + dx * size, y - 40 * size],
        [x + dx * 0.84 * size, y + 42 * size],
      ]),
    )
    .join('');
  return (
    halo(x, y - 60 * size, 170 * size, '#ffc98f') +
    area(cup, glass) +
    area(
      outline(
        [
          [x - 34 * size, y - 10 * size],
          [x - 30 * size, y + 36 * size],
        ],
        [
          [x + 30 * size, y + 36 * size],
          [x + 34 * size, y - 10 * size],
        ],
      ),
      lit('#ffc98f', 0.2),
      0.44,
    ) +
    stroke(ribs, lit(glass, 0.3), 3 * size, 0.4) +
    oval(x, y - 56 * size, 44 * size, 10 * size, mix(glass, '#ffdca8', 0.5)) +
    area(
      `M${x} ${y - 124 * size}c${16 * size} ${26 * size} ${26 * size} ${40 * size} 0 ${66 * size}c${-26 * size} ${-26 * size} ${-16 * size} ${-40 * size} 0 ${-66 * size}Z`,
      '#ffd48f',
    ) +
    area(
      `M${x} ${y - 98 * size}c${9 * size} ${16 * size} ${13 * size} ${24 * size} 0 ${38 * size}c${-13 * size} ${-14 * size} ${-9 * size} ${-22 * size} 0 ${-38 * size}Z`,
      '#fff5df',
    )
  );
}

export const candle: Moment = (r) =>
  box(0, 0, 480, 600, ROOMS.petrol.wall) +
  dots(
    Array.from({ length: 9 }, (): Point => [r.between(0, 480), r.between(30, 260)]),
    26,
    '#ffbf7e',
    0.16,
  ) +
  softBox(0, 400, 480, 200, '#12353c') +
  oval(240, 520, 250, 44, '#ffbf7e', 0.14) +
  tealight(120, 452, 0.72, '#2f736f') +
  tealight(378, 440, 0.62, '#63485c') +
  tealight(252, 486, 1.15, '#3b958e');

export const dog: Moment = (r, light) => {
  const coat = r.pick(['#c48d52', '#8a5a3b', '#d9b27c', '#5a4a44']);
  const light2 = lit(coat, 0.72);
  const dark = dim(coat, 0.3);
  const ear: Point[] = points('46 -92, 88 -84, 96 -30, 78 14, 58 2, 48 -50');
  const eyes = [-34, 34].map((x) => dot(x, -36, 9.5, '#241815') + dot(x + light * 3, -40, 3, '#ffffff', 0.9)).join('');
  const head =
    area(symmetrical(points('0 -104, 44 -98, 66 -52, 58 6, 34 44, 0 52')), coat) +
    area(symmetrical(points('0 -100, 12 -96, 16 -50, 34 -4, 34 32, 0 48')), light2) +
    area(outline(ear, points('48 -50, 46 -92')), dark) +
    area(outline(mirrored(ear), points('-46 -92, -48 -50')), dark) +
    eyes +
    area('M-17 -2q17 -12 34 0q-2 18 -17 20q-15 -2 -17 -20Z', '#2a1c19') +
    stroke('M0 18v10M-24 26q12 14 24 2q12 12 24 -2', '#4a2c24', 4) +
    area('M-10 34h20q4 26 -10 28q-14 -2 -10 -28Z', '#d5776f');
  return (
    box(0, 0, 480, 600, ROOMS.sky.wall) +
    sea(ROOMS.sky, r, light) +
    group(
      'translate(240 344)',
      area(symmetrical(points('0 10, 56 30, 84 110, 92 270, 0 280')), coat) +
        area(symmetrical(points('0 30, 30 60, 38 140, 26 270, 0 280')), light2) +
        stroke(line(points('-64 190, -58 270')) + line(points('64 190, 58 270')), dark, 4, 0.5) +
        stroke(line(points('-52 52, 0 74, 52 52')), '#17605b', 15) +
        dot(0, 82, 9, '#dcae5c') +
        group(`rotate(${light * 6} 0 40)`, head),
    )
  );
};

export const guitar: Moment = (r, light) => {
  const wood = r.pick(['#c0773d', '#a5542f', '#d69a54']);
  const half: Point[] = points('0 -96, 50 -92, 76 -58, 62 -8, 58 10, 92 60, 86 124, 40 158, 0 160');
  const strings = [-9, -3, 3, 9].map((x) => `M${x} -330V100`).join('');
  return (
    box(0, 0, 480, 600, ROOMS.rose.wall) +
    window(ROOMS.rose, r, light) +
    softBox(0, 470, 480, 130, '#a4694f') +
    oval(240, 560, 190, 26, dim('#a4694f', 0.3), 0.7) +
    group(
      `translate(${240 - light * 30} 400) rotate(${light * 11})`,
      area(symmetrical(half.map(([x, y]): Point => [x * 1.07, y * 1.05])), dim(wood, 0.44)) +
        area(symmetrical(half), wood) +
        box(-15, -336, 30, 330, '#4a3027', 4) +
        area('M-20 -396h40l-6 64h-28Z', '#3b2620') +
        dots(points('-24 -384, -24 -362, 24 -384, 24 -362'), 6, '#dcae5c') +
        dot(0, 14, 37, dim(wood, 0.2)) +
        dot(0, 14, 30, '#2e1d18') +
        box(-38, 94, 76, 15, '#4a3027', 5) +
        stroke(strings, '#f3e4c6', 1.8, 0.85) +
        stroke(
          line([
            [light * 60, -60],
            [light * 50, -6],
          ]) +
            line([
              [light * 72, 60],
              [light * 70, 118],
            ]),
          lit(wood, 0.6),
          7,
          0.5,
        ),
    )
  );
};

export const bread: Moment = (r, light) => {
  const crust = '#c07f43';
  const loaf = outline(
    points('98 452, 84 400, 140 352, 240 340, 330 356, 372 404, 356 452'),
    points('356 452, 230 468, 98 452'),
  );
  const cuts = [150, 212, 274]
    .map((x) =>
      line([
        [x, 366],
        [x + 16, 386],
        [x + 20, 416],
      ]),
    )
    .join('');
  const tomatoes = points('96 520, 144 534, 118 492');
  return (
    box(0, 0, 480, 600, ROOMS.sage.wall) +
    window(ROOMS.sage, r, light) +
    box(0, 430, 480, 170, '#e9d6b6') +
    soft('M0 430H480', '#d4bc94') +
    area(outline(points('48 458, 240 440, 432 458'), points('432 482, 240 500, 48 482')), '#9a6640') +
    area(loaf, crust) +
    area(
      outline(points('108 410, 150 364, 240 350, 320 364'), points('320 364, 240 376, 160 392, 108 410')),
      lit(crust, 0.4),
      0.6,
    ) +
    stroke(cuts, '#f0d3a0', 9, 0.9) +
    tomatoes
      .map(
        ([x, y]) =>
          dot(x, y, 27, '#b9462f') +
          dot(x + light * 8, y - 9, 6, '#f3b39a', 0.8) +
          stroke(`M${x - 9} ${y - 24}l9 4l9 -4M${x} ${y - 20}v-8`, '#5f7a48', 4),
      )
      .join('') +
    area(
      outline(
        points('360 330, 358 364, 338 396, 338 520'),
        points('338 520, 410 520'),
        points('410 520, 410 396, 390 364, 388 330'),
      ),
      '#2f6a55',
      0.92,
    ) +
    box(356, 312, 36, 22, '#a88a5c', 4) +
    softBox(338, 424, 72, 58, '#f3e8d5') +
    stroke('M352 444h44M352 460h30', '#b3542f', 4) +
    stroke(light > 0 ? 'M398 404V414' : 'M350 404V414', '#cfe3d4', 6, 0.6)
  );
};
