import { expect, test, vi } from 'vitest';

import type { Call } from '../platform/call.ts';
import { checkSignUp } from './check-sign-up.ts';

/** A server that finds nothing wrong with names and knows two towns. */
const call = vi.fn(async (name: string, input: { query?: string }) =>
  name === 'listTowns'
    ? {
        towns: ['Hamburg', 'Hamm']
          .filter((town) => town.toLowerCase().startsWith(input.query?.toLowerCase() ?? ''))
          .map((town) => ({ id: `de-${town}`, name: town })),
      }
    : { ok: true },
) as unknown as Call;

const fields = { email: 'anna@example.org', password: 'a quiet evening', name: 'Anna', country: 'DE' };

test('an unknown town is reported when the visitor leaves its step', async () => {
  expect(await checkSignUp(call, { ...fields, town_name: 'Altona' })).toMatchObject({
    error: 'input.invalid',
    fields: { town: 'town.not-found' },
  });
});

test.each([
  { town_name: 'Hamburg' },
  { town_name: 'hamburg' },
  { town_name: 'Hambu' },
  { town_name: 'Altona', town: 'de-hamburg' },
  { town_name: ' ' },
  {},
] as Record<string, string>[])('no error is reported for %o', async (place) => {
  expect(await checkSignUp(call, { ...fields, ...place })).toBeNull();
});
