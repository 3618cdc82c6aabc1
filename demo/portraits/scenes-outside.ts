import { mix } from './colour.ts';
import type { Scene } from './scenes-inside.ts';
import { arc, area, box, bumps, dot, dots, line, outline, points, soft, softBox, stroke, tile } from './svg.ts';
import type { Point } from './svg.ts';

const BELOW: readonly Point[] = points('490 610, -10 610');

/** Land up to a soft line: the points run from the left edge to the right one. */
const land = (points: readonly Point[], fill: string): string => soft(outline(points, BELOW), fill);

const sun = (x: number, y: number, radius: number, glow: string): string =>
  dot(x, y, radius * 1.6, glow, 0.3) + dot(x, y, radius, glow);

export const sea: Scene = ({ wall, glow }, _, light) => {
  const glints = [340, 354, 370]
    .map((y, i) =>
      line([
        [240 + light * (92 + i * 10), y],
        [240 + light * (180 - i * 8), y],
      ]),
    )
    .join('');
  return (
    box(0, 0, 480, 330, mix(wall, glow, 0.3)) +
    sun(240 + light * 140, 190, 46, mix(glow, '#ffb568', 0.34)) +
    softBox(0, 322, 480, 150, '#5ba29f') +
    softBox(0, 322, 480, 44, '#85bdb6') +
    stroke(glints, glow, 5, 0.8) +
    land(points('-10 452, 90 428, 230 446, 360 430, 490 442'), '#ecd6ae')
  );
};

export const hills: Scene = ({ wall, deep, glow }, _, light) =>
  box(0, 0, 480, 600, mix(wall, glow, 0.48)) +
  sun(240 + light * 138, 128, 50, glow) +
  land(points('-10 306, 80 208, 190 280, 300 186, 400 222, 490 296'), mix(wall, deep, 0.28)) +
  land(points('-10 380, 100 300, 230 350, 360 296, 490 362'), mix(wall, deep, 0.66)) +
  land(points('-10 480, 140 420, 300 448, 490 404'), mix(deep, '#1f4a45', 0.3));

export const city: Scene = ({ wall, deep, glow }, r, light) => {
  let houses = '';
  let lights = '';
  for (let x = -10; x < 480;) {
    const wide = r.between(50, 84);
    const top = 600 - r.between(170, 350);
    houses += softBox(x, top, wide, 610 - top, mix(deep, wall, r.between(0, 0.4)));
    for (let y = top + 18; y < 560; y += 32) {
      for (let k = 12; k < wide - 16; k += 22) if (r.yes(0.3)) lights += tile(x + k, y, 10, 14);
    }
    x += wide + 3;
  }
  return (
    box(0, 0, 480, 420, mix(wall, glow, 0.2)) +
    sun(240 + light * 136, 250, 62, mix(glow, wall, 0.2)) +
    houses +
    area(lights, glow, 0.85)
  );
};

const BRICKS = ['#b56b4d', '#8d564b', '#d6a377', '#71605f', '#c48763', '#536a6b'] as const;

/** The roof line of a gabled house of width `w`, drawn from its left eave to its right one. */
function gable(kind: number, w: number): string {
  if (kind === 0) return `l${w / 2} -48l${w / 2} 48`;
  if (kind === 1) return `h12v-18h12v-16h${w - 48}v16h12v18h12`;
  return `q8 -34 ${w * 0.3} -40q${w * 0.2} -24 ${w * 0.4} 0q${w * 0.22} 6 ${w * 0.3} 40`;
}

export const canal: Scene = ({ wall, glow }, r, light) => {
  let row = '';
  let lit = '';
  let unlit = '';
  for (let x = -22; x < 480;) {
    const w = Math.round(r.between(74, 96));
    const y = Math.round(490 - r.between(270, 370));
    const tone = mix(r.pick(BRICKS), wall, 0.34);
    row += soft(`M${x} 490V${y}${gable(r.pick([0, 1, 2]), w)}V490Z`, tone);
    for (let at = y + 22; at < 450; at += 62) {
      for (const k of [14, w - 36]) {
        const pane = tile(x + k, at, 22, 36);
        if (r.yes(0.42)) lit += pane;
        else unlit += pane;
      }
    }
    x += w;
  }
  return (
    box(0, 0, 480, 600, mix(wall, glow, 0.38)) +
    sun(240 + light * 150, 100, 40, glow) +
    row +
    area(unlit, mix('#2c4448', wall, 0.3), 0.72) +
    area(lit, '#ffdca4', 0.9) +
    softBox(0, 488, 480, 112, mix('#4d7f7c', wall, 0.3)) +
    stroke(line(points('40 520, 150 520')) + line(points('300 544, 430 544')), glow, 5, 0.4)
  );
};

export const garlands: Scene = ({ deep, wall, glow }, _, light) => {
  const strings = [50, 132, 214].map((y) => {
    const string: Point[] = [
      [-12, y],
      [110, y + 48],
      [240, y + 62],
      [370, y + 40],
      [492, y - light * 14],
    ];
    const lamps = string.slice(1, 4).flatMap((point, i): Point[] => {
      const next = string[i + 2]!;
      return [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2 + 4]];
    });
    lamps.push([46, y + 26]);
    const hung = lamps.map(([x, at]): Point => [x, at + 11]);
    return stroke(line(string), deep, 3) + dots(hung, 26, glow, 0.2) + dots(hung, 10, '#ffe6ba');
  });
  return (
    land(points('-10 404, 140 350, 310 380, 490 332'), mix(deep, wall, 0.3)) +
    land(points('-10 470, 200 430, 490 452'), deep) +
    strings.join('')
  );
};

export const park: Scene = ({ wall, glow }, r, light) => {
  const trees = Array.from({ length: 5 }, (_, index) => {
    const x = index * 118 + r.between(-22, 22);
    const y = r.between(200, 262);
    const size = r.between(72, 104);
    const green = mix('#5f9273', wall, r.between(0.2, 0.5));
    return (
      box(x - 7, y, 14, 250, mix('#6c5342', wall, 0.36)) +
      area(bumps(arc(x, y - 12, size, size * 0.94, 0, 324, 10)), green) +
      area(bumps(arc(x + light * 18, y - 34, size * 0.56, size * 0.5, 0, 315, 8)), mix(green, glow, 0.24))
    );
  });
  return (
    box(0, 0, 480, 600, mix(wall, glow, 0.4)) +
    trees.join('') +
    land(points('-10 446, 240 414, 490 446'), mix('#81a881', wall, 0.28)) +
    soft('M250 420C236 470 300 520 260 600H360C370 520 290 470 268 420Z', mix('#e8d5b0', wall, 0.2), 0.8)
  );
};
