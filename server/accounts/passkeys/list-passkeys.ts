import type { Handler } from '../../platform/handler.ts';
import { toPasskey } from './present.ts';
import { listPasskeys as list } from './queries.ts';

/** With what the member can log in without a password. */
export const listPasskeys: Handler<'listPasskeys'> = async (_input, { context, member }) => {
  const rows = await context.database.all(list, { memberId: member.id });
  return { passkeys: rows.map(toPasskey) };
};
