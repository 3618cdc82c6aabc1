import { expect } from 'vitest';

import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { MemberOptions, Outcome, TestApp, TestClient } from './test-app.ts';

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

/** Adds a device's passkey to the account of a fresh login. */
export async function addPasskey(client: TestClient, key: Authenticator): Promise<void> {
  const asked = await client.call('startPasskey');
  expect(asked.status).toBe(200);
  expect((await client.call('addPasskey', key.make(asked.body), { 'user-agent': safari })).body).toEqual({ ok: true });
}

/** Logs in with a device, which follows the request except for the changes. */
export async function enter(
  client: TestClient,
  key: Authenticator,
  changes: Parameters<Authenticator['sign']>[1] = {},
): Promise<Outcome<'logInByPasskey'>> {
  return client.call('logInByPasskey', key.sign((await client.call('startPasskeyLogin')).body, changes));
}

export async function withPasskey(
  test: TestApp,
  device: Parameters<typeof createAuthenticator>[0] = {},
  wanted: MemberOptions = {},
): Promise<{ client: TestClient; key: Authenticator }> {
  const client = await test.member(wanted);
  const key = createAuthenticator(device);
  await addPasskey(client, key);
  return { client, key };
}
