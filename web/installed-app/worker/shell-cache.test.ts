import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type * as ShellCache from './shell-cache.ts';

const origin = 'https://site.example';
const asset = '/assets/entry-1.js';
const html = `<script src="${asset}"></script>`;
const getUrl = (request: string | Request): string =>
  new URL(typeof request === 'string' ? request : request.url, origin).href;

/** Caches like those of a browser: an entry that is put again comes last. */
function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      match: async (request: string | Request) => entries.get(getUrl(request))?.clone(),
      put: async (request: string | Request, response: Response) => {
        entries.delete(getUrl(request));
        entries.set(getUrl(request), response);
      },
      addAll: async (paths: string[]) => {
        for (const path of paths) entries.set(getUrl(path), new Response(path));
      },
    };
  };
  return { open, keys: async () => [...stored.keys()], delete: async (name: string) => stored.delete(name) };
}

let caches: ReturnType<typeof fakeCaches>;
let { addLanguage, dropOldShells, fillShell, findShell } = {} as typeof ShellCache;

beforeAll(async () => {
  // Other tests use other builds.
  vi.resetModules();
  vi.doMock('./build.ts', () => ({
    build: { version: 'test', sentences: '/sentences', assets: [asset], routes: {} },
    shellPath: (language: string) => `/offline?lang=${language}`,
    sentencePaths: () => [],
  }));
  ({ addLanguage, dropOldShells, fillShell, findShell } = await import('./shell-cache.ts'));
});
afterAll(() => {
  vi.doUnmock('./build.ts');
  vi.resetModules();
});

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  vi.stubGlobal('fetch', async () => new Response(html));
});
afterEach(() => vi.unstubAllGlobals());

const getShellLanguage = async (): Promise<string | null> => {
  const cache = await caches.open('tealight-shell-test');
  const shell = await findShell();
  expect(await shell?.text()).toBe(html);
  return new URL((await cache.keys()).findLast(({ url }) => url.includes('lang='))?.url ?? '').searchParams.get('lang');
};

describe('the offline page', () => {
  it('is in the language of the last page', async () => {
    for (const language of ['de', 'fi', 'de'] as const) {
      await addLanguage(language);
      expect(await getShellLanguage()).toBe(language);
    }
  });

  it('is still in the language of the last page after an update', async () => {
    for (const [name, ...languages] of [
      ['tealight-shell-older', 'de', 'fi'],
      ['tealight-shell-old', 'fi', 'de'],
    ]) {
      const cache = await caches.open(name ?? '');
      for (const language of languages) await cache.put(`/offline?lang=${language}`, new Response(html));
    }
    await fillShell();
    expect(await getShellLanguage()).toBe('de');
  });
});

describe('the files of older builds', () => {
  const isWhole = async (name: string): Promise<void> => (await caches.open(`tealight-shell-${name}`)).addAll([asset]);
  const names = async (): Promise<string[]> => (await caches.keys()).map((name) => name.replace('tealight-shell-', ''));

  it('stay for the open pages of the last active build, even if another build waited after it', async () => {
    await isWhole('first');
    await (await caches.open('tealight-shell-first')).put('/shell/active', new Response());
    await isWhole('waited');
    await isWhole('test');
    await dropOldShells();
    expect(await names()).toEqual(['first', 'test']);
  });

  it('stay for just one earlier build if no build is marked as active', async () => {
    for (const name of ['a', 'b', 'test']) await isWhole(name);
    await dropOldShells();
    // Workers of older versions left no marks.
    expect(await names()).toEqual(['b', 'test']);
    const cache = await caches.open('tealight-shell-test');
    expect((await cache.keys()).map(({ url }) => url)).toContain(`${origin}/shell/active`);
  });
});
