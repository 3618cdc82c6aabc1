import { afterAll, beforeAll, expect, it } from 'vitest';

import { type TestApp, createTestApp, signUpForm } from '../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('a sign-up fills the profile with the text from a lander, up to the profile’s length limit', async () => {
  const about = `Soup, and bread to go with it. ${'😀'.repeat(1_969)}`;
  const client = test.client();
  const { body } = await client.call('signUp', signUpForm({ about }));
  expect(body.user?.profile.about === about).toBe(true);
  const { body: without } = await test.client().call('signUp', signUpForm());
  expect(without.user?.profile.about).toBe('');
  const { status, body: refused } = await test.client().call('signUp', signUpForm({ about: `${about}!` }));
  expect([status, refused.fields]).toEqual([422, { about: 'field.too-long' }]);
  expect((await client.call('updateProfile', { about: `${about}!` })).body.fields).toEqual(refused.fields);
});
