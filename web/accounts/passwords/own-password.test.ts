import { expect, it } from 'vitest';

import { passkeyProofHours } from '../../../contract/accounts/limits.ts';
import { canPasskeyReplacePassword } from './own-password.tsx';

const now = Date.parse('2026-05-02T12:00:00Z');
const added = (hours: number) => ({ created: new Date(now - hours * 3_600_000).toISOString() });

it('a passkey login is offered instead of the password only if every passkey is old enough', () => {
  const ages = [[], [passkeyProofHours], [passkeyProofHours - 1], [passkeyProofHours * 9, 0]];
  expect(ages.map((hours) => canPasskeyReplacePassword(hours.map(added), new Date(now)))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});
