import { describe, expect, it } from 'vitest';

import { pagesAreBuilt } from '../tests/support/pages.ts';
import type { Bench } from './lib/bench.ts';
import { bench as landers } from './landers.ts';
import { bench as photos } from './photos.ts';
import { bench as renderPage } from './render-page.ts';
import { bench as start } from './start.ts';
import { bench as swipeGame } from './swipe-game.ts';

/** A quick run: everything is measured, and no time is judged. */
async function figuresOf(bench: Bench): Promise<Record<string, number>> {
  const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}

// Builds and starts programs, which takes long on a slow machine.
describe.skipIf(!pagesAreBuilt)('the benches of the pages', { timeout: 240_000 }, () => {
  it('measure the rendering of each page', async () => {
    const figures = await figuresOf(renderPage);
    expect(Object.keys(figures)).toEqual(['/', '/, rendered anew', '/members', '/chats/{id}']);
    for (const value of Object.values(figures)) expect(value).toBeGreaterThan(0);
  });

  it('measure how many landers are served', async () => {
    const figures = await figuresOf(landers);
    expect(Object.keys(figures)).toEqual(expect.arrayContaining(['alonetonight: served', 'tinderswipe: served']));
    for (const value of Object.values(figures)) expect(value).toBeGreaterThan(0);
  });

  it('measure the frames of the swipe game', async () => {
    const figures = await figuresOf(swipeGame);
    expect(figures['frames while swiping']).toBeGreaterThan(0);
    expect(figures['longest task of a swipe']).toBeGreaterThanOrEqual(0);
  });

  it('measure uploads and the delay of the event loop meanwhile', async () => {
    const figures = await figuresOf(photos);
    expect(figures['uploads']).toBeGreaterThan(0);
    expect(figures["event loop's delay, p99"]).toBeGreaterThan(0);
    expect(figures['memory at the peak']).toBeGreaterThanOrEqual(figures['memory before'] ?? Infinity);
  });

  it('measure the start and the memory of the idle service', async () => {
    const figures = await figuresOf(start);
    expect(figures['start to first page, median']).toBeGreaterThan(0);
    expect(figures['memory 0 s after the start']).toBeGreaterThan(0);
  });
});
