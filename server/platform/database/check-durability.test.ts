import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { checkDurability, durabilityFaults, durabilitySettings } from './check-durability.ts';
import { openDatabase } from './database.ts';

const safe = durabilitySettings.map((name) => ({ name, setting: 'on' }));

describe('the durability of a database', () => {
  it.each(durabilitySettings)('is insufficient when %s is off or not reported (FLT-02)', (name) => {
    const others = safe.filter((row) => row.name !== name);
    for (const reported of [[...others, { name, setting: 'off' }], others])
      expect(durabilityFaults(reported)).toEqual([`${name} is off: confirmed commits can be lost`]);
  });

  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'is sufficient when commits wait for the disk: %s',
    (setting) => {
      expect(durabilityFaults([...safe.slice(0, 2), { name: 'synchronous_commit', setting }])).toEqual([]);
    },
  );
});

describe('the check at the start', () => {
  let test: TestApp;
  let name: string;
  beforeAll(async () => {
    test = await createTestApp({ server: inject('durableDatabase') });
    name = (await test.sql<{ name: string }>('select current_database() as name'))[0]?.name ?? '';
  });
  afterAll(() => test.close());

  it('accepts the embedded database', async () => {
    await expect(checkDurability(test.context.database)).resolves.toBeUndefined();
  });

  it('refuses a database whose commits do not wait for the disk, and names the setting (FLT-02)', async () => {
    await test.sql(`alter database ${pg.escapeIdentifier(name)} set synchronous_commit = off`);
    const database = openDatabase({ ...inject('durableDatabase'), database: name, max: 1 }, pino({ level: 'silent' }));
    await expect(checkDurability(database)).rejects.toThrow(
      /does not start on this database:\n- synchronous_commit is off/,
    );
    await database.close();
  });
});
