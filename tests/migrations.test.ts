import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { readMigrations } from '../server/platform/database/migrate.ts';

import { migrationDifferences } from './support/migration-hashes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'migrations');

/** Earlier files ran before there was anybody who could have waited. */
const firstChecked = '0025';

/** What squawk asks for and this project does otherwise. */
const excusedRules = [
  // The runner sets both for each file.
  'require-lock-timeout',
  'require-statement-timeout',
  // A file is rolled back, or drops first what it creates.
  'prefer-robust-stmts',
  // Keys are UUIDs. Integers count what one member does.
  'prefer-bigint-over-int',
];

/** Returns what squawk finds in migrations, one line each. */
function findLocks(names: readonly string[], ...options: string[]): string[] {
  if (names.length === 0) return [];
  const program = join(root, 'node_modules/.bin/squawk');
  const all = ['--pg-version=15', '--reporter=gcc', `--exclude=${excusedRules.join()}`, ...options, ...names];
  const { status, stdout, stderr } = spawnSync(program, all, { cwd: folder, encoding: 'utf8' });
  const findings = stdout.split('\n').filter((line) => /^\d{4}_/.test(line));
  if ((status === 0) !== (findings.length === 0)) throw new Error(`squawk failed: ${stdout}${stderr}`);
  return findings;
}

describe('migrations', () => {
  it('are numbered without a gap, so that a number says which program is older', () => {
    const names = readdirSync(new URL('../migrations/', import.meta.url)).toSorted();
    const numbers = names.map((name) => Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1]));
    expect(numbers).toEqual(names.map((_, index) => index + 1));
  });

  it('keep nobody waiting: squawk finds no long lock and no rewritten table', async () => {
    const files = [...(await readMigrations(folder))].filter(([name]) => name >= firstChecked);
    const list = (isTransaction: boolean): string[] =>
      files.filter(([, file]) => file.isTransaction === isTransaction).map(([name]) => name);
    expect([...findLocks(list(true), '--assume-in-transaction'), ...findLocks(list(false))]).toEqual([]);
    const known = findLocks(['0023_lean_chat.sql'], '--assume-in-transaction');
    expect(known.join('\n')).toContain('require-concurrent-index-creation');
  });

  it('never change once they are recorded', async () => {
    expect(await migrationDifferences()).toEqual([]);
  });
});
