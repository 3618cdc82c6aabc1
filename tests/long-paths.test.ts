import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { isOverlong } from '../server/platform/http/page-address.ts';
import { pathTo, routeNames, routeTable } from '../web/platform/pages/route-table.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { useTestApp } from './support/test-app.ts';

it('every route has room for the longest parameters that it can have', () => {
  for (const name of routeNames) {
    const names = [...routeTable[name].path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
    const path = pathTo(name, Object.fromEntries(names.map((key) => [key, 'ü'.repeat(30)])));
    expect([name, isOverlong(path), isOverlong(`${path}.data`)]).toEqual([name, false, false]);
  }
  expect(isOverlong(`/members/${randomUUID()}/landing2/${'x'.repeat(100)}`)).toBe(false);
});

describe.skipIf(!pagesAreBuilt)('a path of thousands of segments', () => {
  const test = useTestApp({ pages: pagesFolder });

  /**
   * Returns a request's response, and the number of segments that the router decoded; each match decodes its whole
   * path.
   */
  async function ask(method: 'GET' | 'HEAD' | 'POST', url: string) {
    let decoded = 0;
    const decode = globalThis.decodeURIComponent;
    vi.stubGlobal('decodeURIComponent', (text: string) => {
      decoded += 1;
      return decode(text);
    });
    const answer = await test.app.server.inject({
      method,
      url,
      headers: { host: 'localhost', origin: 'http://localhost', accept: 'text/html' },
    });
    vi.unstubAllGlobals();
    const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(answer.body)?.[1];
    return { decoded, answered: [answer.statusCode, answer.headers['content-type'], heading] };
  }

  const long = [
    ['/a'.repeat(7_000), '/nowhere'],
    [`${'/a'.repeat(7_000)}?lang=de`, '/nowhere?lang=de'],
    [`/members/x${'/a'.repeat(7_000)}`, '/nowhere'],
    ['/a'.repeat(7_000).replaceAll('/a', '\\a').replace('\\', '/'), '/nowhere'],
    ['/'.repeat(7_000), '/nowhere'],
    [`/${'a'.repeat(14_000)}`, '/nowhere'],
    [`${'/a'.repeat(7_000)}.data`, '/nowhere.data'],
  ] as const;

  it.each(long)('is answered like any other path without a route, before it is matched (%#)', async (url, other) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const expected = await ask(method, other);
      const { decoded, answered } = await ask(method, url);
      expect([method, answered]).toEqual([method, expected.answered]);
      expect(decoded).toBeLessThanOrEqual(expected.decoded + 20);
      expect(answered[0]).toBe(404);
    }
  });
});
