import type { Handler } from '../platform/handler.ts';
import { toExport } from './present.ts';
import { findExport } from './queries.ts';

/** The state of the export that the member asked for last; null before the first. */
export const getExport: Handler<'getExport'> = async (_input, { context, member }) => {
  const row = await context.database.first(findExport, { memberId: member.id });
  return { export: row ? toExport(row, context.clock.now()) : null };
};
