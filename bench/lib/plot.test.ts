import { describe, expect, it } from 'vitest';

import { drawPlot } from './plot.ts';

describe('a plot', () => {
  const points = [10_000, 100_000, 1_000_000].map((x, place) => ({ x, y: place + 1 }));
  const svg = drawPlot({ title: 'Search & find', x: 'members', y: 'ms', series: [{ name: 'p95', points }] });

  it('spaces powers of ten evenly and places values by height', () => {
    const dots = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const [first = [0, 0], second = [0, 0], third = [0, 0]] = dots;
    expect(second[0] - first[0]).toBeCloseTo(third[0] - second[0], 0);
    expect(first[1] - second[1]).toBeCloseTo(second[1] - third[1], 0);
    expect(first[1]).toBeGreaterThan(second[1]);
  });

  it('has labels, and colors for light and dark pages', () => {
    expect(svg).toContain('aria-label="Search &amp; find"');
    expect(svg).toMatch(/>members<.*>ms</s);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg.match(/>10<tspan[^>]*>(\d)</g)).toHaveLength(3);
  });
});
