import { expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import { bench } from './render-page.ts';

// Starts programs, which is slow on a slow machine.
it.skipIf(!pagesAreBuilt)('the bench of pages measures how each is rendered', { timeout: 240_000 }, async () => {
  const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
  const names = new Set(figures.map(({ name }) => name));
  expect([...names]).toEqual(['/', '/, rendered anew', '/landers/alonetonight', '/members', '/chats/{id}']);
  for (const { value } of figures) expect(value).toBeGreaterThan(0);
});
