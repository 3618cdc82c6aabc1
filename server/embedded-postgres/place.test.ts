import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeOpenFolder } from '../../tests/support/temporary-folder.ts';
import { findBinaryPackage, prepareBinaries } from './binaries.ts';
import { findPlace, findSocketFolder } from './place.ts';
import { removePlace } from '../../tests/support/remove-place.ts';
import { canReach, findNobody, isRoot } from './user.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) {
    removePlace(join(folder, 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
});

describe.skipIf(process.platform === 'win32')('the programs of PostgreSQL', () => {
  it('run from an installation without symbolic links', () => {
    const folder = makeFolder();
    const bare = copyWithoutLinks(join(folder, 'package'));
    const programs = prepareBinaries(bare, folder);
    expect(getVersion(programs.postgres)).toMatch(/^postgres \(PostgreSQL\) \d+/);
    expect(programs.postgres.startsWith(bare)).toBe(true);
  });

  it.runIf(isRoot())('are copied to where their account can run them', () => {
    const folder = makeFolder();
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const bare = copyWithoutLinks(join(closed, 'package'));
    const user = findNobody();
    const programs = prepareBinaries(bare, folder, user);
    expect(programs.postgres.startsWith(closed)).toBe(false);
    expect(getVersion(programs.postgres, user)).toMatch(/^postgres \(PostgreSQL\) \d+/);
    expect(prepareBinaries(bare, folder, user)).toEqual(programs);
  });
});

describe.skipIf(process.platform === 'win32')('the place of the database', () => {
  it('is inside the data folder, and other accounts cannot enter it', () => {
    const dataDir = join(makeFolder(), 'data');
    const { root } = findPlace(dataDir);
    expect(root).toBe(join(dataDir, 'postgres'));
    expect(lstatSync(root).mode & 0o007).toBe(0);
  });

  it('has a socket path that is short enough for every system, however deep the folder', () => {
    const folder = makeFolder();
    const deep = findPlace(join(folder, 'data', 'long'.repeat(20), 'long'.repeat(20)));
    const near = findPlace(join(folder, 'data'));
    const sockets = [findSocketFolder(near), findSocketFolder(deep)];
    for (const socket of sockets) expect(Buffer.byteLength(join(socket, '.s.PGSQL.5432'))).toBeLessThan(100);
    for (const socket of sockets) expect(lstatSync(socket).mode & 0o077).toBe(0);
    expect(sockets[1]?.startsWith(deep.root)).toBe(false);
    rmSync(sockets[1] ?? '', { recursive: true });
  });

  it.runIf(isRoot())('is outside a folder that is closed to its account, and is found again', () => {
    const dataDir = join(makeClosedFolder(), 'data');
    const place = findPlace(dataDir);
    expect(place.user && canReach(place.root, place.user)).toBe(true);
    expect(readFileSync(join(dataDir, 'postgres-folder'), 'utf8').trim()).toBe(place.root);
    expect(findPlace(dataDir)).toEqual(place);
    removePlace(dataDir);
    expect(existsSync(place.root)).toBe(false);
  });

  it.runIf(isRoot())('is never silently replaced when it is missing', () => {
    const dataDir = join(makeClosedFolder(), 'data');
    rmSync(findPlace(dataDir).root, { recursive: true });
    expect(() => findPlace(dataDir)).toThrow(/is missing/);
  });
});

function makeFolder(): string {
  const folder = makeOpenFolder();
  folders.push(folder);
  return folder;
}

function makeClosedFolder(): string {
  const folder = makeFolder();
  chmodSync(folder, 0o700);
  return folder;
}

function copyWithoutLinks(target: string): string {
  const filter = (path: string): boolean => !lstatSync(path).isSymbolicLink();
  cpSync(findBinaryPackage(), target, { recursive: true, filter });
  expect(existsSync(join(target, 'native', 'lib', 'libpq.so.5'))).toBe(false);
  return target;
}

function getVersion(program: string, user?: { uid: number; gid: number }): string {
  const { stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', cwd: '/', ...user });
  return stdout || stderr;
}
