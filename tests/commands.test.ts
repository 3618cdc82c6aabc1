import { type ExecFileException, execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { useTestApp } from './support/test-app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { PATH = '' } = process.env;

interface Ended {
  code: number;
  out: string;
  err: string;
}

function run(file: string, words: string[], env: Record<string, string>): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [file, ...words],
      { env: { PATH, ...env } },
      (error: ExecFileException | null, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

const folder = mkdtempSync(join(tmpdir(), 'tealight-commands-'));
const test = useTestApp();
let url: string;
beforeAll(async () => {
  const { host, port, user } = inject('database');
  const [row] = await test.sql<{ name: string }>('select current_database() as name');
  url = `postgresql://${user}:secret@/${row?.name}?host=${encodeURIComponent(host)}&port=${port}`;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a command of an operator', () => {
  it.each([
    ['ledger', ['verify']],
    ['staff', ['photos']],
  ])('creates no database if none is named: %s', async (name, words) => {
    const dataDir = join(folder, name);
    const { code, out, err } = await run(join(root, `build/server/program/${name}.js`), words, {
      DATA_DIR: dataDir,
      STAFF_USER: 'mo',
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`There is no database in ${join(dataDir, 'database')}: set DATABASE_URL`);
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
  });

  it('names its database on stderr, and prints only its result to stdout', async () => {
    const file = join(folder, 'env');
    // Redis is unreachable, and the log says so.
    const lines = [
      `DATABASE_URL=${url}`,
      `DATA_DIR=${folder}`,
      'REDIS_URL=redis://127.0.0.1:1',
      'LOG_LEVEL=debug',
      'SECRET=',
    ];
    writeFileSync(file, lines.join('\n'));
    const ledger = join(root, 'build/server/program/ledger.js');
    const { code, out, err } = await run(ledger, ['liability'], { ENV_FILE: file });
    expect(code).toBe(0);
    expect(out).toMatch(/^"kind";"country"/);
    expect(err).toMatch(/^The database is test_\w+ at \//);
    expect(err).not.toContain('secret');
    expect(err).toContain('Redis');
  });
});

describe('a release', () => {
  /** A checkout with only the scripts, and a build if wanted. */
  function release(name: string, built: boolean): string {
    const place = join(folder, name);
    cpSync(join(root, 'scripts'), join(place, 'scripts'), { recursive: true });
    writeFileSync(join(place, 'package.json'), '{ "type": "module", "engines": { "node": ">=20" } }');
    if (!built) return place;
    mkdirSync(join(place, 'build/server/program'), { recursive: true });
    for (const file of ['main', 'ledger'])
      writeFileSync(join(place, `build/server/program/${file}.js`), `console.log('${file}');`);
    return place;
  }

  it('is neither installed nor built if NODE_ENV is production', async () => {
    const place = release('built', true);
    const env = join(folder, 'production');
    writeFileSync(env, 'NODE_ENV=production\n');
    for (const [script, args, said, settings] of [
      ['start', [], 'main\n', { NODE_ENV: 'production' }],
      ['command', ['server/program/ledger.js'], 'ledger\n', { ENV_FILE: env }],
    ] as const) {
      const { code, out } = await run(join(place, `scripts/${script}.mjs`), [...args], settings);
      expect([code, out]).toEqual([0, said]);
    }
    expect([existsSync(join(place, 'build/.tealight-build')), existsSync(join(place, 'node_modules'))]).toEqual([
      false,
      false,
    ]);
  });

  it('does not start in production without a build', async () => {
    const { code, err } = await run(join(release('bare', false), 'scripts/start.mjs'), [], { NODE_ENV: 'production' });
    expect(code).toBe(1);
    expect(err).toContain('npm run build');
  });
});
