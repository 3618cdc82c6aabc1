import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { readMigrations } from '../../server/platform/database/migrate.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const path = fileURLToPath(new URL('../../schema.sql', import.meta.url));

const command = 'UPDATE_SCHEMA=1 npx vitest run tests/schema.test.ts';

/**
 * Lists the differences of the migrations from the recorded ones. A published file must never change, because databases
 * that ran it would refuse to start.
 */
export async function migrationDifferences(): Promise<string[]> {
  const recorded = await readRecorded();
  const files = await readMigrations(folder);
  return [
    ...[...recorded.keys()].filter((name) => !files.has(name)).map((name) => `${name} is missing`),
    ...[...files].flatMap(([name, { hash }]) => {
      const known = recorded.get(name);
      if (known === undefined) return `${name} is new: ${command} records it`;
      return known === hash ? [] : `${name} was changed: what it lacks comes in a new file`;
    }),
  ];
}

/**
 * Writes the head of `schema.sql`: all migrations with their hashes, those that it records as they are, and the new
 * ones.
 */
export async function describeRecorded(): Promise<string> {
  const files = [...(await readMigrations(folder))].map(([name, { hash }]): [string, string] => [name, hash]);
  const all = new Map([...files, ...(await readRecorded())]);
  const lines = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `-- ${hash}  ${name}\n`);
  return `-- The migrations that may not change any more, by their SHA-256.\n${lines.join('')}\n`;
}

async function readRecorded(): Promise<Map<string, string>> {
  const lines = (await readFile(path, 'utf8')).matchAll(/^-- ([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map([...lines].map(([, hash = '', name = '']): [string, string] => [name, hash]));
}
