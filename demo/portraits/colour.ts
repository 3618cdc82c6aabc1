type Channels = readonly [red: number, green: number, blue: number];

function channels(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Blends two `#rrggbb` colours; `share` is how much of `second` there is (0..1). */
export function mix(first: string, second: string, share: number): string {
  const from = channels(first);
  const to = channels(second);
  const blended = from.map((part, index) => Math.round(part + ((to[index] ?? part) - part) * share));
  return `#${blended.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Perceived lightness of a `#rrggbb` colour, 0..1. */
export function lightness(hex: string): number {
  const [red, green, blue] = channels(hex);
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
}

/** How far apart two colours look, 0..1; lightness counts more than hue because portraits are seen small. */
export function distance(first: string, second: string): number {
  const [r1, g1, b1] = channels(first);
  const [r2, g2, b2] = channels(second);
  const hue = Math.hypot(r1 - r2, g1 - g2, b1 - b2) / 442;
  return 0.4 * hue + 0.6 * Math.abs(lightness(first) - lightness(second));
}

/** The colour in warm light. */
export const lit = (hex: string, share = 0.2): string => mix(hex, '#ffe6c4', share);

/** The colour in the shade of a teal room. */
export const dim = (hex: string, share = 0.2): string => mix(hex, '#0d1b20', share);

/** The colour of hair away from the light: brown rather than teal, or blond would turn to olive. */
export const dimHair = (hex: string, share = 0.2): string => mix(hex, '#26130d', share);
