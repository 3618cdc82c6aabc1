import type { Handler } from '../../platform/handler.ts';
import { toPasskey } from './present.ts';
import { listPasskeys as list } from './queries.ts';

/** Lists the member's passkeys. */
export const listPasskeys: Handler<'listPasskeys'> = async (_input, { context, member }) => {
  const rows = await context.database.all(list, { memberId: member.id });
  return { passkeys: rows.map(toPasskey) };
};
