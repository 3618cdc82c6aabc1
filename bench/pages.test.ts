import { describe, expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import { quickFigures } from './lib/quick-figures.ts';
import { bench as renderPage } from './render-page.ts';
import { bench as swipeGame } from './swipe-game.ts';

// Starts programs, which is slow on a slow machine.
describe.skipIf(!pagesAreBuilt)('the benches of a member’s pages', { timeout: 240_000 }, () => {
  it('measure the rendering of each page', async () => {
    const figures = await quickFigures(renderPage);
    expect(Object.keys(figures)).toEqual(['/', '/, rendered anew', '/members', '/chats/{id}']);
    for (const value of Object.values(figures)) expect(value).toBeGreaterThan(0);
  });

  it('measure the frames of the swipe game', async () => {
    const figures = await quickFigures(swipeGame);
    expect(figures['frames while swiping']).toBeGreaterThan(0);
    expect(figures['longest task of a swipe']).toBeGreaterThanOrEqual(0);
  });
});
