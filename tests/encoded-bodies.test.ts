import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { useTestApp } from './support/test-app.ts';

const test = useTestApp();

async function send(payload: Buffer, headers: Record<string, string> = {}) {
  const { statusCode, body } = await test.app.server.inject({
    method: 'POST',
    url: '/api/user.php',
    payload,
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
  });
  return [statusCode, (JSON.parse(body) as { error?: string }).error];
}

const login = Buffer.from(JSON.stringify({ login: 'anna@example.org', password: 'not hers' }));

it('a compressed body is refused as such, and an unencoded one is read', async () => {
  for (const encoding of ['gzip', 'br', 'gzip, identity'])
    expect(await send(gzipSync(login), { 'content-encoding': encoding })).toEqual([415, 'request.media-type']);
  expect(await send(login, { 'content-encoding': 'identity' })).toEqual([401, 'login.failed']);
});

it('a body that is not valid UTF-8 is refused, not read as other characters', async () => {
  const broken = Buffer.from(JSON.stringify({ login: 'annaÿ', password: 'not hers' }), 'latin1');
  expect(await send(broken)).toEqual([400, 'request.malformed']);
  expect(await send(Buffer.from(JSON.stringify({ login: 'annaÿ', password: 'not hers' })))).toEqual([
    401,
    'login.failed',
  ]);
});
