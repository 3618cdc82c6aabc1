import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import * as openapi from './openapi.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.server.inject({ method, url: '/api/openapi.json', headers: { host: 'localhost', ...headers } });

it('the OpenAPI document is built once, compressed, cacheable, and answered 304 if unchanged', async () => {
  const build = vi.spyOn(openapi, 'openApiDocument');
  const plain = await ask();
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
  const [br, gzip, head] = [
    await ask({ 'accept-encoding': 'gzip, br' }),
    await ask({ 'accept-encoding': 'gzip' }),
    await ask({}, 'HEAD'),
  ];
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect([head.statusCode, head.body]).toEqual([200, '']);

  const tag = String(plain.headers.etag);
  const again = await ask({ 'if-none-match': `"another", ${tag}`, 'accept-encoding': 'gzip' });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect(again.headers['content-encoding']).toBeUndefined();
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200);
  expect(build).toHaveBeenCalledTimes(1);
  expect(JSON.parse(plain.body)).toEqual(JSON.parse(JSON.stringify(openapi.openApiDocument())));
});
