import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readConfig, readEnvironment } from '../server/config.ts';

describe('the environment', () => {
  it('takes an empty variable as one that is not set, as files made of a template have them', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
    const names = rows.flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(35);
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty, '/srv/tealight')).toEqual(readConfig({}, '/srv/tealight'));
    const fault = (env: Record<string, string>): unknown => {
      try {
        return readConfig(env, '/srv/tealight');
      } catch (error) {
        return error;
      }
    };
    expect(fault({ ...empty, NODE_ENV: 'production' })).toEqual(fault({ NODE_ENV: 'production' }));
  });

  it('fills no database of DATABASE_URL with demo members unless told to', () => {
    const demoOf = (env: Record<string, string>): boolean => readConfig(env, '/srv/tealight').demo;
    const DATABASE_URL = 'postgres://tealight@database/tealight';
    expect([demoOf({ DATABASE_URL }), demoOf({ DATABASE_URL, DEMO: '1' })]).toEqual([false, true]);
    expect([demoOf({}), demoOf({ DEMO: '0' })]).toEqual([true, false]);
  });

  it('is also read from a file, whose variables the environment overrides', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tealight-env-'));
    const ENV_FILE = join(folder, 'env');
    writeFileSync(ENV_FILE, '# a comment\nPORT=4100\nDATA_DIR="/srv/data"\nLOG_LEVEL=\n');
    const read = readConfig(readEnvironment({ ENV_FILE, PORT: '4200', DATA_DIR: '' }), '/srv/tealight');
    expect(read).toMatchObject({ port: 4200, dataDir: '/srv/data', logLevel: 'warn' });
    expect(() => readEnvironment({ ENV_FILE: join(folder, 'other') })).toThrow('ENV_FILE');
    rmSync(folder, { recursive: true });
  });
});
