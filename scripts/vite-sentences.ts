import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

import type { Language } from '../contract/platform/languages.ts';
import { compileSentence } from '../locales/compile-sentence.ts';

const folder = fileURLToPath(new URL('../locales', import.meta.url));
const catalog = /\/locales\/([a-z-]+)\/([a-z]{2})\.json$/;

/** Compiles sentences to JSON in a folder named by a hash of all: no list of addresses or parser is shipped. */
export function compiledSentences(): Plugin {
  const url = `assets/sentences-${hashOfAll()}`;
  return {
    name: 'tealight-sentences',
    enforce: 'pre',
    config: () => ({ define: { 'import.meta.env.SENTENCES': JSON.stringify(`/${url}`) } }),
    load(id) {
      if (!catalog.test(id)) return null;
      return { code: `export default ${compile(id)};`, moduleType: 'js' };
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const file of catalogs()) {
        const [, part, language] = catalog.exec(file.replaceAll('\\', '/')) ?? [];
        this.emitFile({ type: 'asset', fileName: `${url}/${part}.${language}.json`, source: compile(file) });
      }
    },
  };
}

function catalogs(): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths.filter((path) => catalog.test(path.replaceAll('\\', '/'))).sort();
}

function hashOfAll(): string {
  const hash = createHash('sha256');
  for (const file of catalogs()) hash.update(file.slice(folder.length)).update(compile(file));
  return hash.digest('base64url').slice(0, 8);
}

function compile(file: string): string {
  const [, part, language] = catalog.exec(file.replaceAll('\\', '/')) ?? [];
  const sentences = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const entries = Object.entries(sentences).map(([key, text]) => [
    `${part}.${key}`,
    compileSentence(text, language as Language),
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
