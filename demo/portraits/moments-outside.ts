import type { Moment } from './types.ts';
import { dim, lit, mix } from './colour.ts';
import { ROOMS } from './palettes.data.ts';
import { books as shelves, halo } from './scenes-inside.ts';
import { canal, hills as land, park, sea as beach } from './scenes-outside.ts';
import { area, box, dot, dots, line, outline, oval, points, softBox, stroke } from './svg.ts';
import type { Point } from './svg.ts';

const wheel = (x: number): string =>
  stroke(`M${x - 60} 500a60 60 0 1 0 120 0a60 60 0 1 0 -120 0Z`, '#24383b', 7) +
  stroke(`M${x - 57} 500h114M${x} 443v114M${x - 40} 460l80 80M${x + 40} 460l-80 80`, '#24383b', 1.6, 0.5) +
  dot(x, 500, 7, '#24383b');

export const bicycle: Moment = (r, light) => {
  const paint = r.pick(['#17605b', '#b3542f', '#28374f']);
  return (
    box(0, 0, 480, 600, ROOMS.apricot.wall) +
    canal(ROOMS.apricot, r, light) +
    stroke('M-10 486H490', '#3c4b4c', 8) +
    stroke('M30 486V556M150 486V556M270 486V556M390 486V556', '#3c4b4c', 6) +
    softBox(0, 548, 480, 60, '#8f6d5a') +
    oval(246, 562, 190, 9, '#3a2a24', 0.4) +
    wheel(140) +
    wheel(344) +
    stroke('M140 500L192 408H304L344 500M192 408L240 504L308 400M140 500H240', paint, 9) +
    stroke('M304 408L294 362M276 362q18 -8 34 0q10 6 6 18', paint, 7) +
    stroke('M192 408L184 384', '#24383b', 7) +
    area('M156 380q28 -14 56 -2q-6 12 -28 12q-22 2 -28 -10Z', '#4a2f26') +
    area('M306 372h76l-10 50h-56Z', '#c0894f') +
    stroke('M312 388h64M314 404h60', dim('#c0894f', 0.3), 3, 0.7) +
    dots(points('322 366, 344 356, 364 364'), 14, '#e8a39a') +
    dots(points('334 364, 356 368'), 9, '#fbe8c6') +
    dot(240, 504, 12, '#dcae5c')
  );
};

const fir = (x: number, y: number, size: number): string =>
  `M${Math.round(x - 18 * size)} ${y}l${Math.round(18 * size)} ${Math.round(-66 * size)}l${Math.round(18 * size)} ${Math.round(66 * size)}Z`;

export const hills: Moment = (r, light) => {
  const room = r.pick([ROOMS.apricot, ROOMS.sage, ROOMS.rose]);
  const trees = Array.from({ length: 9 }, () =>
    fir(r.pick([60, 110, 380, 420]) + r.between(-46, 46), Math.round(r.between(430, 470)), r.between(0.8, 1.4)),
  );
  return (
    box(0, 0, 480, 600, room.wall) +
    land(room, r, light) +
    stroke(line(points('212 610, 262 540, 190 490, 236 452, 262 428')), '#f8e6c8', 9, 0.8) +
    area(trees.join(''), mix('#2b5a55', room.deep, 0.2)) +
    stroke('M120 150q10 -10 20 0q10 -10 20 0M180 120q8 -8 16 0q8 -8 16 0', mix(room.deep, '#2b3a3a', 0.4), 4, 0.7)
  );
};

export const sea: Moment = (r, light) => {
  const x = 240 - light * 90;
  const sail = r.pick(['#f8efdf', '#b3542f', '#d0983c']);
  const shell = (at: number, y: number): string =>
    area(
      outline([
        [at - 16, y],
        [at - 12, y - 16],
        [at, y - 22],
        [at + 12, y - 16],
        [at + 16, y],
      ]),
      '#f6e3cf',
    );
  return (
    box(0, 0, 480, 600, ROOMS.sky.wall) +
    beach(ROOMS.sky, r, light) +
    area(`M${x - 4} 226V356H${x - 84}Q${x - 30} 310 ${x - 4} 226Z`, sail) +
    area(`M${x + 6} 250V356H${x + 60}Q${x + 30} 320 ${x + 6} 250Z`, lit(sail, 0.4)) +
    stroke(`M${x} 216V366`, '#4a3027', 5) +
    area(`M${x - 92} 364h166q-14 34 -40 34h-88q-26 -2 -38 -34Z`, '#1f4a57') +
    stroke(`M${x - 120} 404h60M${x - 20} 412h90`, '#cfe6e0', 5, 0.7) +
    stroke(line(points('-10 452, 90 430, 230 448, 360 432, 490 444')), '#fff8ea', 7, 0.7) +
    shell(120, 532) +
    shell(164, 552) +
    stroke('M108 528l12 -14M120 530v-18M132 528l-12 -14', '#d39a7c', 2, 0.7) +
    stroke('M330 120q14 -14 28 0q14 -14 28 0', '#4d6d76', 5, 0.7)
  );
};

export const books: Moment = (r, light) => {
  const pile = ['#b3542f', '#17605b', '#e1b375', '#28374f'].map((tone, index) => {
    const wide = 250 - index * 18 + r.between(-12, 12);
    const x = 240 - wide / 2 + r.between(-14, 14);
    const y = 500 - index * 40;
    return (
      box(x, y, wide, 38, tone, 5) +
      box(x + wide - 16, y + 5, 14, 28, '#f3e8d5', 2) +
      box(x + 24, y, 12, 38, lit(tone, 0.4), 0, 0.6)
    );
  });
  return (
    box(0, 0, 480, 600, ROOMS.sand.wall) +
    shelves(ROOMS.sand, r, light) +
    softBox(0, 520, 480, 90, '#9a6640') +
    halo(240 + light * 150, 320, 190, '#ffc98f') +
    oval(240, 540, 170, 12, '#4a2c1c', 0.5) +
    pile.join('') +
    stroke(
      'M190 372a27 25 0 1 0 54 0a27 25 0 1 0 -54 0M262 372a27 25 0 1 0 54 0a27 25 0 1 0 -54 0M244 366q9 -8 18 0',
      '#3a2a26',
      5,
    )
  );
};

const STALLS = ['#b3542f', '#17605b', '#d0983c'] as const;

export const market: Moment = (r, light) => {
  const tone = r.pick(STALLS);
  const awning = Array.from({ length: 8 }, (_, index) => {
    const x = index * 60;
    return area(
      `M${240 + (x - 240) * 0.86} 120H${240 + (x - 180) * 0.86}L${x + 60} 226a30 22 0 0 1 -60 0Z`,
      index % 2 ? '#f7ecd8' : tone,
    );
  });
  const crate = (x: number, y: number, fruit: string): string => {
    const heap: Point[] = points('24 -2, 56 -6, 88 -4, 116 0, 40 -24, 72 -28, 102 -22').map(([dx, dy]): Point => [
      x + dx!,
      y + dy!,
    ]);
    const shine = heap.map(([px, py]): Point => [px + light * 6, py - 7]);
    return (
      dots(heap, 20, fruit) +
      dots(shine, 4, lit(fruit, 0.7)) +
      box(x, y, 140, 62, '#b98a55', 3) +
      stroke(`M${x} ${y + 20}h140M${x} ${y + 42}h140`, dim('#b98a55', 0.34), 3, 0.6)
    );
  };
  return (
    box(0, 0, 480, 600, ROOMS.sky.wall) +
    park(ROOMS.sky, r, light) +
    stroke('M34 200V600M446 200V600', '#6a4a35', 11) +
    softBox(0, 372, 480, 240, dim('#a5764c', 0.1)) +
    awning.join('') +
    dots(points('120 286, 240 300, 360 286'), 30, '#ffe0ac', 0.28) +
    dots(points('120 286, 240 300, 360 286'), 10, '#fff0d2') +
    stroke('M120 226V276M240 226V290M360 226V276', '#4a3a30', 3) +
    crate(10, 396, '#d8843b') +
    crate(170, 390, '#b9462f') +
    crate(330, 396, '#8c9a4a') +
    crate(86, 508, '#e0b04c') +
    crate(254, 508, '#7c4a63')
  );
};
