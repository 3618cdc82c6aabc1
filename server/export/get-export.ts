import { hasFreshLogin } from '../accounts/own-password.ts';
import type { Handler } from '../platform/handler.ts';
import { toExport } from './present.ts';
import { findExport } from './queries.ts';

/** Returns the latest export, or null. Its link needs a fresh login, so that a stolen session has none. */
export const getExport: Handler<'getExport'> = async (_input, { context, member }) => {
  const row = await context.database.first(findExport, { memberId: member.id });
  return {
    export: row ? toExport(row, context, hasFreshLogin(member, context.clock.now()) ? member : undefined) : null,
  };
};
