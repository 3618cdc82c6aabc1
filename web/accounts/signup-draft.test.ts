import { expect, test } from 'vitest';

import { buildDraft } from './signup-draft.ts';

test('a draft keeps typed values, but neither the password nor a consent', () => {
  const form: Record<string, unknown> = {
    email: 'anna@example.org',
    name: '',
    password: 'a quiet evening',
    accept_terms: 'on',
    birth_year: '1988',
    town: 7,
  };
  expect(buildDraft((name) => form[name])).toEqual({ email: 'anna@example.org', birth_year: '1988' });
});
