import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp, signUpForm } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const check = async (fields: object) => (await test.client().call('checkSignUp', fields)).body;

it('the sign-up check refuses the passwords that a sign-up refuses, and opens no account', async () => {
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

it('the sign-up check refuses the names that a sign-up refuses, except one that its own form took', async () => {
  const { name } = (await (await test.member()).call('getUser')).body.user;
  const email = 'wilhelmina.roos@example.org';
  const password = 'a quiet evening by the sea';
  const nameOf = async (fields: object) => (await check({ email, password, ...fields })).fields?.name;
  expect(await nameOf({ name: name.toUpperCase() })).toBe('name.taken');
  expect(await nameOf({ name: '@anna' })).toBe('name.starts-with-at');
  expect(await nameOf({ name: email })).toBe('name.same-as-email');
  expect(await nameOf({ name: 'Moderator' })).toBe('name.not-allowed');
  expect(await nameOf({ name: 'Nobody Yet' })).toBeUndefined();

  const form = { ...signUpForm({ name: 'Hanna Vries' }), idempotency_key: randomUUID() };
  expect((await test.client().call('signUp', form)).status).toBe(200);
  expect(await nameOf({ name: 'Hanna Vries' })).toBe('name.taken');
  const again = { email: form.email, name: 'Hanna Vries', idempotency_key: form.idempotency_key };
  expect(await nameOf(again)).toBeUndefined();
});
