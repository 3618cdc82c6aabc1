import { expect, it } from 'vitest';

import { passkeyProofHours } from '../../contract/accounts/limits.ts';
import { standForPassword } from './passkey-proof.ts';

const now = Date.parse('2026-05-02T12:00:00Z');
const added = (hours: number) => ({ created: new Date(now - hours * 3_600_000).toISOString() });

it.each([
  ['no passkey', [], false],
  ['one that is old enough', [passkeyProofHours], true],
  ['a younger one', [passkeyProofHours - 1], false],
  ['an old and a younger one, of which a member may take either', [passkeyProofHours * 9, 0], false],
])('a passkey login is offered instead of the password only if it will work: %s', (_what, hours, isOffered) => {
  expect(standForPassword(hours.map(added), now)).toBe(isOffered);
});
