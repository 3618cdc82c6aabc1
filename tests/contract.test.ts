import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { type OperationName, getEndpoint, calls } from '../contract/calls.ts';
import { errors } from '../contract/platform/errors.ts';
import { languages } from '../contract/platform/languages.ts';
import { openApiDocument } from '../server/platform/http/openapi.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = Object.keys(calls) as OperationName[];

function testsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testsBelow(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

describe('the contract', () => {
  it('has every operation tested over HTTP', () => {
    const tested = [join(root, 'server'), join(root, 'tests')]
      .flatMap(testsBelow)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const untested = names.filter(
      (name) => !new RegExp(`['"]${name}['"]|${getEndpoint(name).path.replace(/[./]/g, '\\$&')}`).test(tested),
    );
    expect(untested).toEqual([]);
  });

  it('documents every operation with request, answer and failures', () => {
    const document = openApiDocument('1') as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; description: string; responses: object }>>;
    };
    expect(document.openapi).toBe('3.1.0');
    for (const name of names) {
      const { method, path } = getEndpoint(name);
      // Calls that differ only in their query share one description, which names each of them.
      const described = document.paths[path.split('?', 1)[0] ?? '']?.[method.toLowerCase()];
      expect([described?.operationId, ...(described?.description.match(/\w+(?=: )/g) ?? [])]).toContain(name);
      expect(Object.keys(described?.responses ?? {}).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('gives no two operations the same method and path', () => {
    expect(new Set(Object.values(calls)).size).toBe(names.length);
  });

  it('has a sentence for every error in eleven languages', () => {
    const missing = languages.flatMap((language) => {
      const sentences = JSON.parse(readFileSync(join(root, 'locales/errors', `${language}.json`), 'utf8')) as Record<
        string,
        string
      >;
      return Object.keys(errors)
        .filter((code) => !sentences[code])
        .map((code) => `${language}: ${code}`);
    });
    expect(missing).toEqual([]);
  });
});
