import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it } from 'vitest';

import { makeOpenFolder } from './support/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const units = join(root, 'deploy/systemd');
const names = readdirSync(units);
const services = names.filter((name) => name.endsWith('.service'));
const read = (name: string): string => readFileSync(join(units, name), 'utf8');

/** Undefined if these tests are skipped. `npm run smoke` installs it if it may. */
const program = [process.env['SYSTEMD_ANALYZE'], 'systemd-analyze'].find(
  (name) => name && spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0,
);
if (!program) process.stdout.write('! No systemd-analyze here: the tests of deploy/systemd are left out (systemd).\n');

const folder = makeOpenFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!program)('the units of systemd', () => {
  it('contain nothing that systemd would ignore or refuse', () => {
    for (const name of names) {
      // Verifying needs the programs, and this machine has them elsewhere.
      const text = read(name)
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('/opt/tealight/current', root.replace(/\/$/, ''));
      writeFileSync(join(folder, name.replace('@.', '@web.')), text);
    }
    const copies = readdirSync(folder).map((name) => join(folder, name));
    const { status, stderr } = spawnSync(program ?? '', ['verify', '--man=no', ...copies], { encoding: 'utf8' });
    // The units of this machine are read along, and may have faults of their own.
    const ours = stderr.split('\n').filter((line) => copies.some((path) => line.includes(basename(path))));
    expect([ours, status]).toEqual([[], 0]);
  });

  it.each(services)('%s can do little harm', (name) => {
    const options = ['security', '--offline=true', '--threshold=25', '--no-pager', join(units, name)];
    const { status, stdout, stderr } = spawnSync(program ?? '', options, { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('Overall exposure level');
    expect(status, stdout).toBe(0);
  });
});

describe('the services', () => {
  it('have the same restrictions', () => {
    const [first, ...others] = services.map((name) => /^CapabilityBoundingSet=\n(?:.+\n)+/m.exec(read(name))?.[0]);
    expect(first).toContain('ProtectSystem=strict');
    for (const other of others) expect(other).toBe(first);
  });

  it('run programs of the build', () => {
    for (const name of services) {
      const program = /^ExecStart=\/usr\/bin\/node \/opt\/tealight\/current\/build\/(\S+)\.js$/m.exec(read(name))?.[1];
      expect(readFileSync(join(root, `${program}.ts`), 'utf8')).not.toBe('');
    }
  });
});
