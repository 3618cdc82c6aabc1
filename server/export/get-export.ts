import { hasFreshLogin } from '../accounts/own-password.ts';
import type { Handler } from '../platform/handler.ts';
import { toExport } from './present.ts';
import { findExport } from './queries.ts';

/**
 * The state of the export that the member asked for last; null before the first. The link to the file is for who has just
 * logged in: whoever took over a session has none.
 */
export const getExport: Handler<'getExport'> = async (_input, { context, member }) => {
  const row = await context.database.first(findExport, { memberId: member.id });
  return {
    export: row ? toExport(row, context, hasFreshLogin(member, context.clock.now()) ? member : undefined) : null,
  };
};
