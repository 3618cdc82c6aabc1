import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const partsCss = readFileSync(new URL('parts.css', import.meta.url), 'utf8');
const nicheCss = readFileSync(new URL('niches.css', import.meta.url), 'utf8');
const days = { light: 0, dark: 1 } as const;

type Colors = Map<string, readonly [string, string]>;

/** Finds every color of a style sheet as [day, night]; single values apply to both. */
function colorsIn(text: string): Colors {
  const found: Colors = new Map();
  for (const [, name, day, night] of text.matchAll(/--([\w-]+):\s*light-dark\((#\w{6}),\s*(#\w{6})\);/g))
    found.set(name!, [day!, night!]);
  for (const [, name, one] of text.matchAll(/--([\w-]+):\s*(#\w{6});/g)) found.set(name!, [one!, one!]);
  return found;
}

/** The colors of each niche: its own override the shared ones. */
const ofNiches = ['default', ...nicheCss.split(/^(?=:root\[data-niche='\w+'\],)/m).slice(1)].map(
  (own): [string, Colors] => [
    /data-niche='(\w+)'/.exec(own)?.[1] ?? own,
    new Map([...colorsIn(css), ...colorsIn(own)]),
  ],
);

/** Computes the relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Blends a color with alpha over an opaque one. */
function over(glass: string, ground: string): string {
  const alpha = Number.parseInt(glass.slice(7, 9), 16) / 255;
  const parts = [1, 3, 5].map((at) => {
    const [above, below] = [glass, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(above * alpha + below * (1 - alpha))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
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
  // The empty plate of a drawn table, and its rim.
  ['on-secondary', 'wax'],
  ['on-secondary', 'flame-core'],
];
const marks: [string, string][] = [
  ...['line-strong', 'primary', 'focus', 'danger'].flatMap((mark): [string, string][] => [
    [mark, 'page'],
    [mark, 'surface'],
  ]),
  ['online', 'surface'],
];
const pairs = [...texts.map((pair) => [...pair, 4.5] as const), ...marks.map((pair) => [...pair, 3] as const)];

describe('the contrast of the mark of fictional profiles (LEG-01)', () => {
  const mark = readFileSync(new URL('fictional-mark.tsx', import.meta.url), 'utf8');
  const glasses = /--glass:\s*light-dark\((#\w{8}),\s*(#\w{8})\);/.exec(css)?.slice(1) ?? [];

  it('is that of ink on the two backgrounds tested here, in every niche', () => {
    expect(mark).toContain("ground === 'glass' ? 'bg-glass' : 'bg-sunken'");
    expect(partsCss).toMatch(/\.fictional-mark \{[^}]*text-12 [^}]*text-ink;/);
    expect(glasses).toHaveLength(2);
    expect(nicheCss).not.toContain('--glass');
  });

  it.each(Object.entries(days))('is sufficient on plain backgrounds and on any picture, %s', (_theme, at) => {
    for (const [niche, tokens] of ofNiches) {
      const ink = tokens.get('ink')?.[at] ?? '';
      const plain = [tokens.get('sunken')?.[at] ?? ''];
      // The darkest and the lightest picture: all others lie between.
      const pictures = ['#000000', '#ffffff'].map((picture) => over(glasses[at] ?? '', picture));
      for (const ground of [...plain, ...pictures])
        expect([niche, ground, contrast(ink, ground) >= 4.5]).toEqual([niche, ground, true]);
    }
  });
});

describe('the contrast of the text on the drawn street', () => {
  it('is sufficient even before a lit window at night, in every niche', () => {
    const lander = readFileSync(new URL('../landers/alone-tonight.tsx', import.meta.url), 'utf8');
    const [, percent = ''] = /to-page\/(\d+) /.exec(lander) ?? [];
    // The blurred edges hardly reach the words.
    const alpha = Math.round((Number(percent) / 100) * 0.95 * 255).toString(16);
    for (const [niche, tokens] of ofNiches) {
      const [page = '', window = ''] = ['page', 'secondary'].map((token) => tokens.get(token)?.[days.dark]);
      const ground = over(page + alpha, window);
      for (const ink of ['ink', 'ink-2', 'secondary-ink'])
        expect([niche, ink, contrast(tokens.get(ink)?.[days.dark] ?? '', ground) >= 4.5]).toEqual([niche, ink, true]);
    }
  });
});

describe('the contrast of the tokens', () => {
  it('is checked for seven niches, each with colors of its own', () => {
    expect(new Set(ofNiches.map(([, tokens]) => tokens.get('primary')?.join()))).toHaveProperty('size', 7);
  });

  it('meets WCAG 2.2 AA in every niche, by day and by night', () => {
    const weak = ofNiches.flatMap(([niche, tokens]) =>
      Object.entries(days).flatMap(([theme, at]) =>
        pairs.flatMap(([foreground, ground, least]) => {
          const [text, paper] = [tokens.get(foreground)?.[at], tokens.get(ground)?.[at]];
          const isWeak = text === undefined || paper === undefined || contrast(text, paper) < least;
          return isWeak ? [[niche, theme, foreground, ground]] : [];
        }),
      ),
    );
    expect(weak).toEqual([]);
  });
});
