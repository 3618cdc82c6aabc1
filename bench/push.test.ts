import { describe, expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import { bench } from './push.ts';

describe.skipIf(!pagesAreBuilt)('the bench of pushes', { timeout: 240_000 }, () => {
  it('sends each push once with the app and once without it, and all of them arrive', async () => {
    const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
    expect(figures.map(({ value, limit }) => [value > 0, (limit?.value ?? 0) > 0])).toEqual([[true, true]]);
  });
});
