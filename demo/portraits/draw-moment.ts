import type { Moment } from './types.ts';
import { chance } from './chance.ts';
import { bicycle, books, hills, market, sea } from './moments-outside.ts';
import { bread, candle, coffee, dog, guitar } from './moments-inside.ts';
import { box, gradient } from './svg.ts';

const MOMENTS = { coffee, bicycle, hills, dog, candle, books, sea, market, guitar, bread } satisfies Record<
  string,
  Moment
>;

export type MomentKind = keyof typeof MOMENTS;

export const MOMENT_KINDS = Object.keys(MOMENTS) as MomentKind[];

/** Draws a picture without people as SVG of 480 × 600 (4:5); the same kind and seed always give the same text. */
export function drawMoment(kind: MomentKind, seed: string): string {
  const r = chance(`moment ${kind} ${seed}`);
  const light = r.pick([1, -1] as const);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 600" width="480" height="600" stroke-linecap="round" stroke-linejoin="round"><defs>` +
    gradient(
      'mw',
      [240 + light * 240, 0, 240 - light * 240, 600],
      [
        [0, '#ffe3b8', 0.36],
        [0.5, '#ffe3b8', 0],
        [1, '#0a1f22', 0.26],
      ],
    ) +
    `</defs>${MOMENTS[kind](r, light)}${box(0, 0, 480, 600, 'url(#mw)')}</svg>`
  );
}
