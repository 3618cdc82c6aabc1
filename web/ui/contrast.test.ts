import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const days = { light: 0, dark: 1 } as const;

/** Every colour of tokens.css as [day, night]; a colour given once is the same at both. */
const tokens = new Map<string, readonly [string, string]>();
for (const [, name, day, night] of css.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\);/g)) {
  tokens.set(name!, [day!, night!]);
}
for (const [, name, one] of css.matchAll(/--([\w-]+):\s*(#\w{6});/g)) tokens.set(name!, [one!, one!]);

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(foreground: string, ground: string): number {
  const [low, high] = [luminance(foreground), luminance(ground)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const grounds = ['page', 'surface', 'raised', 'sunken'];
const inks = ['ink', 'ink-2', 'ink-3', 'primary-ink', 'secondary-ink', 'danger', 'success'];
const texts: [string, string][] = [
  ...inks.flatMap((ink) => grounds.map((ground): [string, string] => [ink, ground])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-primary', 'primary-press'],
  ['on-primary-soft', 'primary-soft'],
  ['ink', 'primary-soft'],
  ['on-secondary', 'secondary'],
  ['on-secondary', 'secondary-hover'],
  ['on-secondary-soft', 'secondary-soft'],
  ['ink', 'secondary-soft'],
  ['ink-2', 'secondary-soft'],
  ['secondary-ink', 'secondary-soft'],
  ['on-success', 'success'],
  ['on-success-soft', 'success-soft'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-danger', 'danger-press'],
  ['on-danger-soft', 'danger-soft'],
  ['ink', 'chosen'],
  ['on-bubble-own', 'bubble-own'],
  ['on-bubble-other', 'bubble-other'],
  ['ink-3', 'bubble-other'],
  ['on-photo', 'photo-shade'],
];
const marks: [string, string][] = [
  ...['line-strong', 'primary', 'focus', 'danger'].flatMap((mark): [string, string][] => [
    [mark, 'page'],
    [mark, 'surface'],
  ]),
  ['online', 'surface'],
];
const pairs = [...texts.map((pair) => [...pair, 4.5] as const), ...marks.map((pair) => [...pair, 3] as const)];

describe('the contrast of the tokens', () => {
  it('is asked of 59 pairs', () => {
    expect(pairs).toHaveLength(59);
  });

  for (const [theme, at] of Object.entries(days)) {
    it.each(pairs)(`lets %s be read on %s with at least %d to 1, ${theme}`, (foreground, ground, least) => {
      const [text, paper] = [tokens.get(foreground)?.[at], tokens.get(ground)?.[at]];
      expect(text, foreground).toBeDefined();
      expect(paper, ground).toBeDefined();
      expect(contrast(text!, paper!)).toBeGreaterThanOrEqual(least);
    });
  }
});
