import { writeFile } from 'node:fs/promises';

import pg from 'pg';

import { startBenchDatabase } from '../../bench/lib/database.ts';
import { loadStatements } from './load-statements.ts';
import { findStale, typesPath, writeTypes } from './write-types.ts';

const declared = await loadStatements();

/** The faults: with --check, the stale entries of the generated types; otherwise, what prevented writing them. */
export const faults = process.argv.includes('--check') ? check() : await write();

function check(): string[] {
  const stale = findStale(declared);
  return stale.length > 0 ? [`npm run types:sql has to be run: ${stale.join(', ')}`] : [];
}

async function write(): Promise<string[]> {
  const { connection, stop } = await startBenchDatabase('types');
  const client = new pg.Client(connection);
  try {
    await client.connect();
    await writeFile(typesPath, await writeTypes(client, declared));
    return [];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await client.end();
    await stop();
  }
}
