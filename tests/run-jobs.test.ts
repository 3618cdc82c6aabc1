import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from './support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('runJobs leaves no trace of a finished job', async () => {
  for (let round = 0; round < 30; round += 1) {
    await test.sql(`select graphile_worker.add_job('sweep-pictures')`);
    await test.runJobs();
    expect(await test.sql('select from graphile_worker.jobs')).toEqual([]);
  }
});
