import { join } from 'node:path';

import pg from 'pg';

import { findRunningPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';

/** Confirms the address of a member of the server under test without a mail, for tests that are not about it. */
export async function confirmAddress(memberId: string): Promise<void> {
  const connection = findRunningPostgres(join(process.env['DATA_DIR'] ?? '', 'database'));
  if (!connection) throw new Error('the server under test has no database in DATA_DIR');
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [memberId]);
    await client.query(`update profiles set status = 'active' where member_id = $1`, [memberId]);
  } finally {
    await client.end();
  }
}
