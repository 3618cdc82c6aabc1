import { afterEach, describe, expect, it, vi } from 'vitest';

import { exportPath } from '../server/export/rules.ts';
import { Failure } from '../server/platform/failure.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

/** Requests that no address limit counts: they read no session, and the database at most once a second. */
const isFree = (path: string): boolean => ['/healthz', '/readyz'].includes(path) || path.startsWith('/assets/');

/** Every registered route, with values for its parameters. */
const routes: { method: string; path: string }[] = [];
const test = useTestApp({
  ...(pagesAreBuilt ? { pages: pagesFolder } : {}),
  onRoute: ({ method, url }) => {
    const path = url.replace(/:\w+|\*/g, 'x');
    for (const one of [method].flat()) routes.push({ method: one, path });
  },
});
afterEach(() => vi.restoreAllMocks());

const ask = (method: string, path: string) =>
  test.app.server.inject({ method: method as 'GET', url: path, headers: { host: 'localhost' } });

describe('every request', () => {
  it('is refused beyond the limit of its address, before anything is read', async () => {
    const paths = routes.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([exportPath, '/api/ledger.csv', '/api/openapi.json', '/api/live', '/media/x']),
    );
    const enforceAddress = vi
      .spyOn(test.context.rateLimits, 'enforceAddress')
      .mockRejectedValue(new Failure('request.too-many', { retry_after: 7 }));
    const readSession = vi.spyOn(test.context, 'readSession');
    for (const { method, path } of routes) {
      enforceAddress.mockClear();
      const { statusCode, headers } = await ask(method, path);
      const seen = [method, path, enforceAddress.mock.calls.length, statusCode === 429, headers['retry-after']];
      expect(seen).toEqual([method, path, ...(isFree(path) ? [0, false, undefined] : [1, true, '7'])]);
    }
    expect(readSession).not.toHaveBeenCalled();
  });

  it.each([
    '/',
    '/members',
    '/api/user.php',
    '/api/settings.php',
    exportPath,
    '/api/ledger.csv',
    '/media/x',
    '/nothing',
  ])('counts once, however much it asks for: %s', async (path) => {
    const enforceAddress = vi.spyOn(test.context.rateLimits, 'enforceAddress');
    await ask('GET', path);
    expect(enforceAddress.mock.calls.filter(([name]) => name === 'address')).toEqual([['address', '127.0.0.1']]);
  });
});
