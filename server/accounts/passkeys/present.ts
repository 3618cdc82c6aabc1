import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { namedDevice, toHour } from '../sessions/present.ts';
import type { PasskeyRow } from './queries.ts';

/** A passkey as its own member sees it, without the key. */
export function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.credential_id,
    keeper: row.keeper === '' ? null : (row.keeper as Passkey['keeper']),
    ...namedDevice(row),
    created: row.created_at.toISOString(),
    last_used: row.used_at && toHour(row.used_at),
  };
}
