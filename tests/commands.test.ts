import { type ExecFileException, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { startS3 } from '../mocks/s3/server.ts';
import { hourMs } from '../server/platform/clock.ts';
import { createDiskStorage } from '../server/platform/storage/disk-storage.ts';
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
// A process starts on a durable database only.
const server = inject('durableDatabase');
const test = useTestApp({ server });
let url: string;
beforeAll(async () => {
  const { host, port, user } = server;
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

describe('a bucket for photos', () => {
  const program = (name: string) => join(root, `build/server/program/${name}.js`);
  beforeEach(() => test.sql('update installation set folder_id = null'));

  it('gets the files of the data folder by `npm run photos -- move`', async () => {
    const s3 = await startS3();
    const dataDir = join(folder, 'moving');
    const keys = ['member/ab/x/1/full.webp', 'member/ab/x/1/thumb.webp', 'chat/ab/y/2/full.webp'];
    for (const key of keys) await createDiskStorage(join(dataDir, 'photos')).put(key, Buffer.from(key));
    await createDiskStorage(join(dataDir, 'erasures')).put('ab/abcd', new Uint8Array());
    const env = { DATABASE_URL: url, DATA_DIR: dataDir, ...s3.env };
    expect(await run(program('photos'), ['move'], env)).toMatchObject({ code: 1, out: '' });
    const { code, out } = await run(program('photos'), ['move'], { ...env, PHOTOS_ALSO: 'disk' });
    const passes = ['erasures: 1 files, 0', 'photos: 3 files, 3', 'photos: 3 files, 0', 'exports: 0 files, 0'];
    for (const pass of passes) expect(out).toContain(`${pass} copied`);
    expect([code, out]).toEqual([0, expect.stringContaining('All files are in the bucket.')]);
    // The probe of the ledger stays: its key needs no right to remove anything.
    const others = ['erasures/ab/abcd', 'erasures/00/probe', 'erasures/last/note', 'installation/id'];
    const wanted = [...others, ...keys.map((key) => `photos/${key}`)];
    expect([...s3.objects.keys()].toSorted()).toEqual(wanted.toSorted());
    expect(s3.objects.get('installation/id')?.bytes.toString()).toMatch(/^[0-9a-f-]{36}\n$/);
    // A node without the folder may have removed a picture since then.
    s3.objects.delete(`photos/${keys[0]}`);
    const again = await run(program('photos'), ['move'], { ...env, PHOTOS_ALSO: 'disk' });
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('All files are in the bucket already.')]);
    expect(s3.objects.size).toBe(wanted.length - 1);
    await s3.close();
  });

  it('loses pictures without a row by `npm run photos -- sweep`, once they are a day old', async () => {
    const s3 = await startS3();
    const newKey = (owner: string) => `photos/member/${owner.slice(0, 2)}/${owner}/${randomUUID()}/full.webp`;
    const keys = [randomUUID(), randomUUID()].map(newKey);
    for (const [index, key] of keys.entries()) {
      const at = new Date(Date.now() - (index === 0 ? 25 : 23) * hourMs);
      s3.objects.set(key, { bytes: Buffer.from('a picture'), etag: '"a"', at });
    }
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'sweeping'), ...s3.env };
    const { code, out } = await run(program('photos'), ['sweep'], env);
    expect([code, out]).toEqual([0, '1 pictures without a row removed.\n']);
    expect([...s3.objects.keys()].filter((key) => keys.includes(key))).toEqual([keys[1]]);
    await s3.close();
  });

  it('MED-07 that is public keeps a process and a command of staff from starting', async () => {
    const s3 = await startS3();
    s3.state.opens = (act) => act === 'list';
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'public'), PORT: '0', STAFF_USER: 'tester', ...s3.env };
    const starts: [string, string[]][] = [
      ['main', []],
      ['staff', ['list']],
    ];
    for (const [name, words] of starts) {
      const { code, err } = await run(program(name), words, env);
      expect([name, code, err]).toEqual([name, 1, expect.stringContaining('the bucket tealight must be private')]);
    }
    await s3.close();
  });
});

describe('a release', () => {
  /** Makes a checkout with only the scripts, and a build if wanted. */
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
