import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const check = async (fields: object) => (await test.client().call('checkPassword', fields)).body;

it('refuses the passwords that a sign-up refuses, and opens no account', async () => {
  const email = 'wilhelmina.roos@example.org';
  const before = await test.sql('select 1 from members');
  expect((await check({ email, password: 'short' })).fields).toEqual({ password: 'password.too-short' });
  expect((await check({ email, password: 'x'.repeat(129) })).fields).toEqual({ password: 'password.too-long' });
  for (const password of ['password1', 'wilhelmina77'])
    expect((await check({ email, password })).fields).toEqual({ password: 'password.too-common' });
  expect((await check({ email: '', name: 'Wolfgang', password: 'wolfgang77' })).fields).toBeDefined();
  expect(await check({ email: '', password: 'a quiet evening by the sea' })).toEqual({ ok: true });
  expect(await test.sql('select 1 from members')).toEqual(before);
});
