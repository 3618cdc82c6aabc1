import { expect, it } from 'vitest';

import { planDigests } from '../server/notifications/plan-digests.ts';
import { useTestApp } from '../tests/support/test-app.ts';
import { leaveUnread } from './digests.ts';
import { fillPopulation } from './lib/population.ts';

const test = useTestApp();

it('every bench member gets one reminder, planned over several pages, and none the second time', async () => {
  const { pool } = test.context.database;
  const at = new Date('2026-12-21T18:00:00Z');
  await fillPopulation(pool, 1_200);
  test.clock.set(at);
  expect(await leaveUnread(pool, at)).toBe(1_200);
  await planDigests(test.context);
  const jobs = () => test.sql('select count(*)::int as jobs from graphile_worker.jobs');
  expect(await jobs()).toEqual([{ jobs: 1_200 }]);
  await planDigests(test.context);
  expect(await jobs()).toEqual([{ jobs: 1_200 }]);
});
