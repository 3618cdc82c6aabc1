import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { goalReached } from './lib/bench.ts';
import { type Site, bench, openSite, ratioMax } from './migrations.ts';

const slow = { timeout: 600_000 };

describe('a migration that keeps a lock waiting', slow, () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite('migrations-planted', { members: 100 });
  });
  afterAll(() => site.close());

  it('is seen by the writers behind it, unless it gives up as soon as the runner does', async () => {
    for (const file of site.files) await site.measureFile(file);
    const limit = await site.measureLock();
    const patient = `set lock_timeout = '3s'; alter table messages add column a int`;
    expect((await site.measureFile('9998_patient.sql', patient)) / limit).toBeGreaterThan(ratioMax);
    const plain = 'alter table messages add column b int';
    expect((await site.measureFile('9999_plain.sql', plain)) / limit).toBeGreaterThan(0);
  });
});

// A machine that is busy for a moment is not a fault: a migration that is one keeps writers waiting in each round.
it('no new migration keeps a write waiting for half a second on a site of 100,000 members', slow, async () => {
  const roundsMax = 3;
  for (let round = 1; ; round += 1) {
    const { figures } = await bench.run({ quick: false, flags: {}, print: () => undefined });
    expect(figures.length).toBeGreaterThan(0);
    const missed = figures.filter((figure) => !goalReached(figure));
    if (missed.length === 0) return;
    if (round === roundsMax) expect(missed).toEqual([]);
  }
});
