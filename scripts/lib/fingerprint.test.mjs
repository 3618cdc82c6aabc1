import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.mjs';
import { inRoot } from './run.mjs';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tealight-fingerprint-'));
  mkdirSync(join(root, 'server', 'chat'), { recursive: true });
  writeFileSync(join(root, 'server', 'chat', 'rules.ts'), 'one');
  writeFileSync(join(root, 'vite.config.ts'), 'two');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('the fingerprint of the sources', () => {
  it('changes with a file deep in a folder and with a configuration beside it', () => {
    const before = read();
    writeFileSync(join(root, 'server', 'chat', 'rules.ts'), 'other');
    const between = read();
    writeFileSync(join(root, 'vite.config.ts'), 'other');
    const after = read();
    expect(new Set([before.quick, between.quick, after.quick]).size).toBe(3);
    expect(new Set([before.content, between.content, after.content]).size).toBe(3);
  });

  it('keeps its content when only the time of a file changes', () => {
    const before = read();
    utimesSync(join(root, 'vite.config.ts'), 1, 1);
    const after = read();
    expect(after.quick).not.toBe(before.quick);
    expect(after.content).toBe(before.content);
  });

  it('ignores tests and prose', () => {
    const before = read();
    writeFileSync(join(root, 'server', 'chat', 'rules.test.ts'), 'test');
    writeFileSync(join(root, 'server', 'chat', 'README.md'), 'prose');
    expect(read()).toEqual(before);
  });
});

describe('the lock file', () => {
  it('names the optional packages of every platform, or npm ci refuses it', () => {
    /** @type {{ packages: Record<string, { optionalDependencies?: Record<string, string> }> }} */
    const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    const named = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
  });
});

function read() {
  const { quick, content } = fingerprint(root);
  return { quick, content: content() };
}
