import { expect, it } from 'vitest';

import { useTestApp } from './support/test-app.ts';

const test = useTestApp();

it('runJobs leaves no trace of a finished job', async () => {
  await test.sql(`select graphile_worker.add_job('sweep-pictures')`);
  await test.runJobs();
  expect(await test.sql('select from graphile_worker.jobs')).toEqual([]);
});
