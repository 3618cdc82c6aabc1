import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../lib/database.ts';
import { buildWithFault, patchedFiles } from './planted-fault.ts';
import { plantedFaults } from './planted-faults.data.ts';
import { defaultRound, runRounds, type RunResult } from './round.ts';
import { startEnvironment } from './environment.ts';

// A concurrent run in the same checkout uses another database.
const name = `test-${process.env['TEST_DATABASE'] ?? 'all'}`;
const small = { ...defaultRound, members: 4, actions: 4, slowMs: 0 };
const timeout = 240_000;

async function runSome(folder: string, { everything, rounds }: { everything: boolean; rounds: number }) {
  const environment = await startEnvironment(name, folder);
  try {
    const round = { ...small, everything };
    const options = { seed: 'smoke', first: 1, rounds, until: Number.POSITIVE_INFINITY, round, untilFound: true };
    const result: RunResult = await runRounds(environment, { ...options, onRound: () => undefined });
    return { ...result, cut: { ...environment.databaseProxy.done } };
  } finally {
    await environment.close();
  }
}

// `npm test` builds the app first; without a build there is nothing to run.
describe.skipIf(!existsSync(join(root, 'build/server/program/main.js')))('the built app', () => {
  it('has no violations while it and PostgreSQL are killed and connections are cut', { timeout: timeout }, async () => {
    const { violations, injected, messages } = await runSome(root, { everything: true, rounds: 1 });
    expect(violations).toEqual([]);
    expect([injected.app, injected.postgres]).toEqual([1, 1]);
    expect(injected.sockets).toBeGreaterThan(0);
    expect(messages).toBeGreaterThan(0);
  });

  it('is reported when it has a planted fault', { timeout: timeout }, async () => {
    const planted = plantedFaults.find((one) => one.name === 'double-delivery');
    const folder = await buildWithFault(planted ?? { name: 'none', mistake: '', patches: [] });
    const { violations } = await runSome(folder, { everything: false, rounds: 3 });
    expect(violations.map(({ check }) => check)).toContain('live-twice');
  });

  it.each(plantedFaults)('contains the code that the planted fault $name patches', async (planted) => {
    expect((await patchedFiles(planted)).size).toBeGreaterThan(0);
  });

  it('is not copied if the code to patch is gone', async () => {
    const patches = [{ file: 'server/program/main.js', find: 'no such text', replace: '' }];
    await expect(buildWithFault({ name: 'gone', mistake: '', patches })).rejects.toThrow(
      /0 times in server\/program\/main\.js/,
    );
  });
});
