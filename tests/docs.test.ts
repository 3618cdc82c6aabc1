import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const documents = files.filter((path) => path.endsWith('.md') && existsSync(join(root, path)));
const fileNames = new Set(files.map((path) => basename(path)));
const packageFolders = 'contract|locales|server|web|demo|mocks|migrations|bench|tests|scripts|docs';
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The document without code blocks, which contain examples. */
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Paths and file names in backticks. Names with placeholders (`<name>.ts`, `*.ts`) are not matched. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w][\w.-]*\.(?:tsx?|mjs|sql|md))`/g)].map(([, path = '']) => path);
}

/** Whether a path exists, from the root or beside the document. A bare name may belong to any file. */
function isKnown(path: string, folder: string): boolean {
  if (!path.includes('/')) return fileNames.has(path);
  const isPath = new RegExp(`^(${packageFolders})/`).test(path) || /\.(tsx?|mjs|sql|md)$/.test(path);
  return !isPath || ['', 'server', folder].some((base) => existsSync(join(root, base, path)));
}

describe('the documentation', () => {
  it.each(documents)('%s names only files that exist', (document) => {
    const missing = namedPaths(textOf(document)).filter((path) => !isKnown(path, dirname(document)));
    expect(missing).toEqual([]);
  });

  it.each(documents)('%s has no dead link', (path) => {
    const links = [...textOf(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([]);
  });

  it.each(documents)('%s names only commands that exist', (path) => {
    const names = [...textOf(path).matchAll(/`npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});
