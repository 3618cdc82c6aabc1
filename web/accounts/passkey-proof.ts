import { passkeyProofHours } from '../../contract/accounts/limits.ts';
import type { Passkey } from '../../contract/accounts/passkeys.ts';

/** Whether a login with any of a member's passkeys replaces the password; the same rule as on the server. */
export function standForPassword(passkeys: readonly Pick<Passkey, 'created'>[], now = Date.now()): boolean {
  const since = now - passkeyProofHours * 3_600_000;
  return passkeys.length > 0 && passkeys.every(({ created }) => Date.parse(created) <= since);
}
