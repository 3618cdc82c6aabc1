import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../lib/database.ts';
import { type Play, play } from './play.ts';
import { buildPlant, plantIn } from './plant.ts';
import { plants } from './plants.data.ts';
import { usualRound } from './round.ts';
import { openStage } from './stage.ts';

// A run in the same checkout at the same time has a database of its own.
const name = `test-${process.env['TEST_DATABASE'] ?? 'all'}`;
const small = { ...usualRound, people: 4, acts: 6, slowMs: 0 };
const patience = 240_000;

/** A few rounds on the built app below `folder`. */
async function playSome(folder: string, { everything, rounds }: { everything: boolean; rounds: number }) {
  const stage = await openStage(name, folder);
  try {
    const round = { ...small, everything };
    const options = { seed: 'smoke', first: 1, rounds, until: Number.POSITIVE_INFINITY, round, untilFound: true };
    const result: Play = await play(stage, { ...options, onRound: () => undefined });
    return { ...result, cut: { ...stage.databaseProxy.done } };
  } finally {
    await stage.close();
  }
}

// `npm test` builds the app first; without a build there is nothing to kill.
describe.skipIf(!existsSync(join(root, 'build/server/main.js')))('the built app', () => {
  it(
    'keeps its promises while it and PostgreSQL are killed and connections are cut',
    { timeout: patience },
    async () => {
      const { violations, damage, messages } = await playSome(root, { everything: true, rounds: 1 });
      expect(violations).toEqual([]);
      expect([damage.app, damage.postgres]).toEqual([1, 1]);
      expect(damage.sockets).toBeGreaterThan(0);
      expect(messages).toBeGreaterThan(0);
    },
  );

  it('with a planted fault is caught', { timeout: patience }, async () => {
    const plant = plants.find((one) => one.name === 'double-delivery');
    const folder = await buildPlant(plant ?? { name: 'none', story: '', patches: [] });
    const { violations } = await playSome(folder, { everything: false, rounds: 3 });
    expect(violations.map(({ check }) => check)).toContain('live-twice');
  });

  it.each(plants)('has the place where the fault $name is planted', async (plant) => {
    expect((await plantIn(plant)).size).toBeGreaterThan(0);
  });

  it('is not copied with a fault whose place is gone', async () => {
    const patches = [{ file: 'server/main.js', find: 'no such text', replace: '' }];
    await expect(buildPlant({ name: 'gone', story: '', patches })).rejects.toThrow(/0 times in server\/main\.js/);
  });
});
