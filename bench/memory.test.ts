import { describe, expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import { bench } from './memory.ts';

// Starts the built service, which is slow on a slow machine.
describe.skipIf(!pagesAreBuilt)('the memory bench', { timeout: 240_000 }, () => {
  it('measures each stage and the peak', async () => {
    const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
    expect(figures.map(({ name }) => name)).toEqual([
      'after the start',
      'after 2 sign-ups',
      'after 4 pages',
      'after 2 uploads',
      'after 0 s of rest',
      'at the peak',
    ]);
    const peak = figures.at(-1)?.value ?? 0;
    for (const { value } of figures) expect(value).toBeLessThanOrEqual(peak);
    expect(figures[0]?.value).toBeGreaterThan(0);
  });
});
