import { describe, expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import { bench as landers } from './landers.ts';
import { quickFigures } from './lib/quick-figures.ts';
import { bench as photos } from './photos.ts';
import { bench as start } from './start.ts';

// Starts programs, which is slow on a slow machine.
describe.skipIf(!pagesAreBuilt)('the benches of landers, uploads and the start', { timeout: 240_000 }, () => {
  it('measure the rate at which landers are served', async () => {
    const figures = await quickFigures(landers);
    expect(Object.keys(figures)).toEqual(expect.arrayContaining(['alonetonight: served', 'tinderswipe: served']));
    for (const value of Object.values(figures)) expect(value).toBeGreaterThan(0);
  });

  it('measure uploads and the event loop’s delay meanwhile', async () => {
    const figures = await quickFigures(photos);
    expect(figures['uploads']).toBeGreaterThan(0);
    expect(figures["event loop's delay, p99"]).toBeGreaterThan(0);
    expect(figures['memory at the peak']).toBeGreaterThanOrEqual(figures['memory before'] ?? Infinity);
  });

  it('measure the start and the memory of the idle service', async () => {
    const figures = await quickFigures(start);
    expect(figures['start to first page, median']).toBeGreaterThan(0);
    expect(figures['memory 0 s after the start']).toBeGreaterThan(0);
  });
});
