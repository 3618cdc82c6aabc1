import { expect, test } from 'vitest';

import { afterSignup } from './after-signup.ts';

test('the path after a sign-up has welcome=1 in its query', () => {
  expect(afterSignup('/members')).toBe('/members?welcome=1');
  expect(afterSignup('/members?online=1&gender=male')).toBe('/members?online=1&gender=male&welcome=1');
});
