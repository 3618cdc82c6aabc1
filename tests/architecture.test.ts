import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const houses = ['contract', 'locales', 'server', 'demo', 'web', 'mocks'];

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = houses.flatMap(filesBelow);
const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\.ts$/.test(path);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Own files that a file imports, types included. */
function importsOf(path: string, withTypes = true): string[] {
  const text = read(path);
  const pattern = /^(?:import|export)\s(type\s)?[^;]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'/gm;
  return [...text.matchAll(pattern)]
    .filter((match) => withTypes || !match[1])
    .map((match) => normalize(join(dirname(path), (match[2] ?? match[3]) as string)));
}

describe('the house', () => {
  it('is looked at as a whole', () => {
    expect(files.length).toBeGreaterThan(200);
  });

  it('keeps the web away from server and mocks, and the server away from the web', () => {
    const wrong = files.flatMap((path) =>
      importsOf(path)
        .filter(
          (target) =>
            (path.startsWith('web/') && /^(server|mocks)\//.test(target)) ||
            (/^(server|mocks)\//.test(path) && target.startsWith('web/')),
        )
        .map((target) => `${path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the contract free of every other house', () => {
    const wrong = files.filter(
      (path) =>
        path.startsWith('contract/') &&
        !isTest(path) &&
        importsOf(path).some((target) => !target.startsWith('contract/')),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the primitives free of rooms', () => {
    const wrong = files.filter(
      (path) => path.startsWith('web/ui/') && importsOf(path).some((target) => !target.startsWith('web/ui/')),
    );
    expect(wrong).toEqual([]);
  });

  it('has SQL only in the queries of a room', () => {
    const sql = /\b(select\s[\s\S]{1,80}\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s)/i;
    const wrong = files.filter((path) => {
      const allowed =
        isTest(path) ||
        /queries[\w-]*\.ts$/.test(path) ||
        /server\/(platform\/(database\/migrate|jobs\/jobs)|embedded-postgres\/[\w-]+)\.ts$/.test(path);
      return (
        /^(demo|server)\//.test(path) && !allowed && sql.test(read(path).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('reads the time of day only from the clock', () => {
    const wrong = files.filter((path) => {
      const rooms = /^(demo|server)\/(?!platform\/|embedded-postgres\/)/.test(path) && !isTest(path);
      return rooms && /Date\.now\(\)|new Date\(\)/.test(read(path));
    });
    expect(wrong).toEqual([]);
  });

  it('reads the environment only in the configuration', () => {
    const wrong = files.filter(
      (path) => path.startsWith('server/') && !isTest(path) && /process\.env/.test(read(path)),
    );
    expect(wrong.filter((path) => !/server\/(config|main)\.ts$|server\/embedded-postgres\//.test(path))).toEqual([]);
  });

  it('keeps pure files pure', () => {
    const pure = files.filter((path) => /server\/\w+\/(rules|present)[\w-]*\.ts$/.test(path) && !isTest(path));
    const wrong = pure.filter((path) =>
      importsOf(path, false).some((target) => /queries|platform\/(database|bus|jobs|mail|storage)/.test(target)),
    );
    expect(wrong).toEqual([]);
  });

  it('has no file over 300 lines but tables of data', () => {
    const long = files.filter(
      (path) => !/\.data\.ts$|contract\/countries\.ts$/.test(path) && read(path).split('\n').length > 301,
    );
    expect(long).toEqual([]);
  });

  it('has a README in every room of the server', () => {
    const rooms = readdirSync(join(root, 'server')).filter(
      (name) => statSync(join(root, 'server', name)).isDirectory() && name !== 'platform',
    );
    const wrong = rooms.filter((room) => !readdirSync(join(root, 'server', room)).includes('README.md'));
    expect(wrong).toEqual([]);
  });

  it('has no import cycle', () => {
    const graph = new Map(
      files.map((path) => [path, importsOf(path, false).filter((target) => files.includes(target))]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      const at = trail.indexOf(path);
      if (at >= 0) cycles.push([...trail.slice(at), path].map((file) => relative('.', file)).join(' → '));
      if (at >= 0 || done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of files) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('says of every suppression why', () => {
    const wrong = files.flatMap((path) =>
      read(path)
        .split('\n')
        .filter(
          (line) =>
            /oxlint-disable|eslint-disable|@ts-(ignore|expect-error)/.test(line) &&
            !/--\s*\S+|expect-error\s+\S+/.test(line),
        )
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });
});
