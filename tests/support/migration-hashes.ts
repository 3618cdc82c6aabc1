import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { readMigrations } from '../../server/platform/database/migrate.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const path = fileURLToPath(new URL('../migrations.sha256', import.meta.url));

const command = 'UPDATE_SCHEMA=1 npx vitest run tests/schema.test.ts';

/**
 * The differences of the migrations from the recorded ones, in the format of `sha256sum`. A published file must never
 * change, because databases that ran it would refuse to start.
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

/** Records new migrations. Recorded ones stay as they are. */
export async function recordMigrations(): Promise<void> {
  const files = [...(await readMigrations(folder))].map(([name, { hash }]): [string, string] => [name, hash]);
  const all = new Map([...files, ...(await readRecorded())]);
  const lines = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`);
  await writeFile(path, lines.join(''));
}

async function readRecorded(): Promise<Map<string, string>> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean);
  return new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]));
}
