import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts';

/**
 * A process to be killed: starts PostgreSQL on the given folder and commits one row after the other. Prints `up
 * <postmaster id>` and, after each commit, `row <number>`.
 */
const [, , dataDir = '', table = ''] = process.argv;
const server = await startEmbeddedPostgres({ dataDir });
const client = new Client(server.url);
await client.connect();
await client.query(`CREATE TABLE ${table} (n integer PRIMARY KEY)`);
// The first line of postmaster.pid is the postmaster's process id.
const { rows } = await client.query<{ pid: string }>(
  `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
);
process.stdout.write(`up ${rows[0]?.pid}\n`);
for (let n = 1; ; n++) {
  await client.query(`INSERT INTO ${table} VALUES ($1)`, [n]);
  process.stdout.write(`row ${n}\n`);
}
