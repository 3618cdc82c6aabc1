import { describe, expect, it } from 'vitest';

import { migrationDifferences } from './support/migration-hashes.ts';

describe('migrations', () => {
  it('never change once they are recorded', async () => {
    expect(await migrationDifferences()).toEqual([]);
  });
});
