import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { dropPhotos, findPhoto, keepPhotos } from './photo-cache.ts';

const origin = 'https://tealight.example';
const minute = 60_000;
const now = Date.UTC(2026, 10, 24, 9);
/** Returns the URL of a photo whose signature expires in `minutes`. */
const link = (name: string, minutes: number): string =>
  `/media/member/${name}/thumb.webp?e=${(now + minutes * minute) / 1_000}&v=ana&s=x`;

let cached: Map<string, Response>;
let canLoad = true;

beforeEach(() => {
  cached = new Map();
  canLoad = true;
  const cache = {
    keys: async () => [...cached.keys()].map((url) => ({ url })),
    delete: async (url: string) => cached.delete(url),
    match: async (url: string) => cached.get(new URL(url, origin).href),
    add: async (url: string) => {
      if (!canLoad) throw new TypeError('no network');
      cached.set(url, new Response('photo'));
    },
  };
  vi.useFakeTimers({ now });
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('caches', { open: async () => cache, keys: async () => ['tealight-photos-ana'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isFound = async (path: string): Promise<boolean> => (await findPhoto(path)) !== undefined;

it('a photo is kept under its latest URL, in place of the previous one', async () => {
  await keepPhotos(toId('ana'), [link('a', 20), link('b', 50)]);
  await keepPhotos(toId('ana'), [link('a', 50), link('b', 50)]);
  expect(await Promise.all([link('a', 50), link('b', 50)].map(isFound))).toEqual([true, true]);
  expect([...cached.keys()].toSorted()).toEqual([link('a', 50), link('b', 50)].map((path) => origin + path));
});

it('a photo is kept under two URLs while both are shown', async () => {
  for (let times = 0; times < 2; times += 1) await keepPhotos(toId('ana'), [link('a', 20), link('a', 50)]);
  expect(await Promise.all([link('a', 20), link('a', 50)].map(isFound))).toEqual([true, true]);
});

it('a photo stays under its previous URL while the latest cannot be loaded', async () => {
  await keepPhotos(toId('ana'), [link('a', 20)]);
  canLoad = false;
  await keepPhotos(toId('ana'), [link('a', 50)]);
  expect(await isFound(link('a', 20))).toBe(true);
});

it('a photo whose URL has expired is neither kept nor shown', async () => {
  await keepPhotos(toId('ana'), [link('a', 20), link('b', 0)]);
  expect([...cached.keys()]).toEqual([origin + link('a', 20)]);
  vi.setSystemTime(now + 20 * minute);
  expect(await isFound(link('a', 20))).toBe(false);
  await keepPhotos(toId('ana'), []);
  expect(cached.size).toBe(0);
});

it('a photo is removed under every URL that it was kept under', async () => {
  await keepPhotos(toId('ana'), [link('a', 20), link('a', 50), link('b', 50)]);
  await dropPhotos(toId('ana'), [link('a', 10)]);
  expect([...cached.keys()]).toEqual([origin + link('b', 50)]);
});
