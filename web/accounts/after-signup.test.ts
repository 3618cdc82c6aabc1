import { expect, test } from 'vitest';

import { afterSignup } from './after-signup.ts';

test('a new member goes on with the mark that the sign-up has ended', () => {
  expect(afterSignup('/members')).toBe('/members?api_signup_complete=1');
  expect(afterSignup('/members?online=1&gender=male')).toBe('/members?online=1&gender=male&api_signup_complete=1');
});
