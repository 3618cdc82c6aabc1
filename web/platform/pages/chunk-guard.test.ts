import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { isLoadError } from '../calls/call.ts';
import { guardedLoad } from './chunk-guard.ts';

const reload = vi.fn();
const kept = new Map<string, string>();

beforeEach(() => {
  reload.mockClear();
  kept.clear();
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { href: 'https://site.example/', reload });
  // The page is not hydrated yet, and nobody has touched it.
  vi.stubGlobal('navigator', { onLine: true, userActivation: { hasBeenActive: false } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const fail = async (): Promise<never> => {
  throw new TypeError('no such file');
};

it('a page whose file is gone reloads only once', async () => {
  void guardedLoad(fail);
  await Promise.resolve();
  expect(reload).toHaveBeenCalledTimes(1);
  await expect(guardedLoad(fail)).rejects.toSatisfy(isLoadError);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a page that cannot store the reload never reloads, as it would do so forever', async () => {
  const refuse = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await expect(guardedLoad(fail)).rejects.toSatisfy(isLoadError);
  expect(reload).not.toHaveBeenCalled();
});
