import { checkOwnPassword } from '../accounts/own-password.ts';
import type { Handler } from '../platform/handler.ts';
import { toExport } from './present.ts';
import { findExport } from './queries.ts';

/**
 * Gives the link to the copy, for this session: whoever took over a session has no file yet. Without a password a login
 * of the last few minutes is enough. No link where there is no copy to be fetched. Throws input.invalid with `password`,
 * and login.blocked.
 */
export const openExport: Handler<'openExport'> = async ({ password }, call) => {
  const { context, member } = call;
  await checkOwnPassword(call, password, 'password');
  const row = await context.database.first(findExport, { memberId: member.id });
  return { export: row ? toExport(row, context, member) : null };
};
