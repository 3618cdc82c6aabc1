import type { Chance } from './chance.ts';
import { dim, mix } from './colour.ts';
import type { Room } from './palettes.data.ts';
import { area, box, dot, line, num, outline, oval, points, soft, softBox, stroke, tile } from './svg.ts';
import type { Point } from './svg.ts';

/** Draws what stands behind a person on 480 × 600; `light` is the side the light comes from. */
export type Scene = (room: Room, r: Chance, light: 1 | -1) => string;

/** A halo of lamplight: three steps of the same glow. */
export const halo = (x: number, y: number, radius: number, glow: string): string =>
  dot(x, y, radius, glow, 0.14) + dot(x, y, radius * 0.66, glow, 0.16) + dot(x, y, radius * 0.38, glow, 0.22);

export const arch: Scene = ({ wall, far, glow, deep }, _, light) => {
  const x = 240 + light * 26;
  const vault = (half: number, top: number): string =>
    `M${x - half} 600V${top + half}a${half} ${half} 0 0 1 ${half * 2} 0V600Z`;
  return (
    soft(vault(164, 84), mix(wall, far, 0.9)) +
    soft(vault(126, 122), mix(far, glow, 0.55)) +
    soft(`M0 520H480V600H0Z`, mix(wall, deep, 0.45))
  );
};

export const blinds: Scene = ({ wall, glow, deep }, _, light) => {
  const bands = Array.from({ length: 8 }, (_unused, index) => {
    const y = 20 + index * 56;
    return area(
      outline(
        [
          [240 - light * 120, y + 26],
          [240 + light * 260, y - 30],
        ],
        [
          [240 + light * 260, y],
          [240 - light * 120, y + 54],
        ],
      ),
      glow,
      0.4 - index * 0.04,
    );
  });
  return softBox(0, 470, 480, 130, mix(wall, deep, 0.4)) + bands.join('');
};

export const window: Scene = ({ wall, far, deep, glow }, _, light) => {
  const x = light > 0 ? 268 : 22;
  const frame = mix(far, '#ffffff', 0.5);
  const trees = outline(
    [
      [x, 330],
      [x, 236],
      [x + 50, 196],
      [x + 104, 226],
      [x + 150, 190],
      [x + 190, 220],
    ],
    [
      [x + 190, 220],
      [x + 190, 330],
    ],
  );
  const curtain = light > 0 ? outline(points('480 0, 452 160, 480 420')) : outline(points('0 0, 28 160, 0 420'));
  return (
    softBox(x, 36, 190, 320, mix(glow, wall, 0.12)) +
    area(trees, mix('#7fa384', wall, 0.45), 0.75) +
    box(x + 90, 36, 10, 320, frame) +
    box(x, 174, 190, 10, frame) +
    stroke(`M${x} 36h190v320h-190Z`, frame, 12) +
    softBox(x - 20, 356, 230, 18, mix(far, '#ffffff', 0.36)) +
    dot(light > 0 ? 90 : 390, 470, 120, mix(wall, deep, 0.4), 0.5) +
    soft(curtain, mix(far, glow, 0.4))
  );
};

export const plants: Scene = ({ wall, far, deep }, r, light) => {
  const x0 = light > 0 ? 40 : 440;
  const leaves = Array.from({ length: 8 }, (_, index) => {
    const angle = ((-88 + (index - 3.5) * 21 + r.between(-6, 6)) * Math.PI) / 180;
    const long = r.between(190, 300);
    const wide = 22 + (index % 3) * 6;
    const at = (t: number, off: number): Point => [
      x0 + Math.cos(angle) * long * t - Math.sin(angle) * off,
      520 + Math.sin(angle) * long * t + Math.cos(angle) * off,
    ];
    const green = mix(index % 2 ? '#3f7a62' : '#5f9a78', wall, r.between(0.22, 0.46));
    return (
      stroke(line([at(0, 0), at(0.6, 0)]), green, 4) +
      area(
        outline(
          [at(0.42, 0), at(0.66, -wide), at(0.86, -wide * 0.6), at(1, 0)],
          [at(1, 0), at(0.86, wide * 0.6), at(0.66, wide), at(0.42, 0)],
        ),
        green,
      )
    );
  });
  return (
    soft(`M${240 + light * 60} 150a150 150 0 1 0 1 0Z`, far, 0.9) +
    softBox(0, 500, 480, 100, mix(wall, deep, 0.42)) +
    leaves.join('') +
    softBox(x0 - 46, 500, 92, 100, mix('#b3673f', wall, 0.3), 12)
  );
};

function pendant(x: number, y: number, { deep, glow }: Room): string {
  return (
    halo(x, y + 30, 108, glow) +
    stroke(`M${x} 0V${y}`, deep, 4) +
    area(
      outline([
        [x - 38, y + 30],
        [x - 30, y + 8],
        [x, y - 8],
        [x + 30, y + 8],
        [x + 38, y + 30],
      ]),
      dim(deep, 0.3),
    ) +
    oval(x, y + 30, 33, 7, '#ffe9c4')
  );
}

const BOTTLES = ['#e6a566', '#f0e2ca', '#82b3aa', '#b3654a', '#5c8f86'] as const;

export const cafe: Scene = (room, r, light) => {
  const bottles = new Map<string, string>();
  for (let x = 8; x < 470; x += r.between(32, 46)) {
    const high = r.between(30, 62);
    const glass = r.pick(BOTTLES);
    const wide = Math.round(r.between(7, 10));
    const bottle = `${tile(x, 250 - high, wide * 2, high)}M${Math.round(x) + wide - 3} ${Math.round(250 - high)}h6v-14h-6Z`;
    bottles.set(glass, (bottles.get(glass) ?? '') + bottle);
  }
  const lamps = [70, 240, 410].map((x, index) => pendant(x + light * 16, 60 + (index % 2) * 46, room));
  const row = [...bottles].map(([glass, path]) => soft(path, mix(room.far, glass, 0.46)));
  return (
    row.join('') +
    softBox(0, 250, 480, 11, room.deep) +
    softBox(0, 404, 480, 196, room.deep) +
    softBox(0, 398, 480, 14, mix(room.deep, room.glow, 0.24)) +
    lamps.join('')
  );
};

const SPINES = ['#b3654a', '#e1b375', '#52908a', '#e8dcc6', '#34636b', '#8a5667', '#d48f61', '#7f8d6b'] as const;

export const books: Scene = ({ wall, deep, glow }, r) => {
  const spines = new Map<string, string>();
  let shelves = '';
  for (let row = 0; row < 5; row += 1) {
    const floor = row * 128 + 104;
    for (let x = r.between(-8, 4); x < 480;) {
      const wide = r.between(24, 44);
      if (r.yes(0.12)) {
        shelves += dot(x + 24, floor - 22, 20, mix(glow, wall, 0.5), 0.6);
        x += 54;
        continue;
      }
      const high = r.between(66, 94);
      const spine = r.pick(SPINES);
      spines.set(spine, (spines.get(spine) ?? '') + tile(x, floor - high, wide, high));
      x += wide + 2.5;
    }
    shelves += box(0, floor, 480, 13, mix(deep, '#2b1d14', 0.24));
  }
  const rows = [...spines].map(([spine, path]) => soft(path, mix(spine, wall, 0.42)));
  return box(0, 0, 480, 600, dim(deep, 0.12)) + rows.join('') + shelves;
};

export const candles: Scene = ({ wall, far, deep, glow }, r) => {
  const places: readonly (readonly [number, number, number])[] = [
    [58, 318, 1.2],
    [122, 336, 0.8],
    [404, 312, 1.3],
    [452, 342, 0.8],
  ];
  const all = (part: (x: number, y: number, size: number) => string): string =>
    places.map((place) => part(...place)).join('');
  const flame = (x: number, y: number, k: number): string =>
    `M${x} ${num(y - 40 * k)}q${num(13 * k)} ${num(17 * k)} 0 ${num(31 * k)}q${num(-13 * k)} ${num(-14 * k)} 0 ${num(-31 * k)}Z`;
  const cup = (x: number, y: number, k: number): string =>
    `M${num(x - 25 * k)} ${y - 8}h${num(50 * k)}l${num(-5 * k)} ${num(46 * k + 8)}h${num(-40 * k)}Z`;
  return (
    softBox(0, 356, 480, 244, mix(deep, wall, 0.18)) +
    all((x, y, k) => halo(x, y - 20 * k, r.between(88, 104) * k, glow)) +
    soft(all(cup), mix('#3b958e', far, 0.35)) +
    all((x, y, k) => oval(x, y - 8, 24 * k, 5 * k, mix(glow, far, 0.3))) +
    area(all(flame), '#fff0cf')
  );
};

export const kitchen: Scene = ({ wall, far, deep, glow }, r, light) => {
  const tiles: string[] = [];
  for (let y = 300; y < 470; y += 42) tiles.push(`M0 ${y}H480`);
  for (let x = 30; x < 480; x += 60) tiles.push(`M${x} 290V470`);
  const jars: string[] = [];
  for (let x = 20; x < 460; x += r.between(58, 84)) {
    const tone = mix(r.pick(['#b3654a', '#f3ead9', '#52908a', '#e1b375', '#7f8d6b']), wall, 0.34);
    const high = r.between(40, 74);
    jars.push(
      softBox(x, 170 - high, r.between(34, 46), high, tone, 9) + dot(x + 20, 170 - high - 4, 8, dim(tone, 0.14)),
    );
  }
  return (
    box(0, 290, 480, 180, mix(far, '#ffffff', 0.34)) +
    stroke(tiles.join(''), mix(wall, deep, 0.16), 3, 0.6) +
    softBox(0, 170, 480, 13, mix(deep, '#7a5234', 0.4)) +
    jars.join('') +
    softBox(0, 470, 480, 130, mix(deep, wall, 0.3)) +
    halo(240 + light * 170, 60, 130, glow)
  );
};
