import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import type { Handler } from '../../platform/handler.ts';
import { namedDevice, toHour } from '../sessions/present.ts';
import { type PasskeyRow, listPasskeys as list } from './queries.ts';

/** Lists the member's passkeys. */
export const listPasskeys: Handler<'listPasskeys'> = async (_input, { context, member }) => {
  const rows = await context.database.all(list, { memberId: member.id });
  return { passkeys: rows.map(toPasskey) };
};

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.credential_id,
    keeper: row.keeper === '' ? null : (row.keeper as Passkey['keeper']),
    ...namedDevice(row),
    created: row.created_at.toISOString(),
    last_used: row.used_at && toHour(row.used_at),
  };
}
