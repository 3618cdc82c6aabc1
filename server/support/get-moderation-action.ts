import type { ModerationAction } from '../../contract/support/operations.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { isComplaintToken, readNumber } from './numbers.ts';
import { type ModerationActionRow, findModerationAction } from './queries.ts';

/**
 * Returns the statement of reasons, without a login: the member may be banned. Throws complaint.not-found for an
 * unknown number and for a wrong token, which is checked before any lookup.
 */
export const getModerationAction: Handler<'getModerationAction'> = async ({ number: typed, token }, { context }) => {
  const number = readNumber(typed);
  must(isComplaintToken(context, number, token), 'complaint.not-found');
  const row = await context.database.first(findModerationAction, { number });
  must(row, 'complaint.not-found');
  return presentModerationAction(row);
};

/** Presents a moderation action to its member, without a trace of who complained. */
function presentModerationAction(row: ModerationActionRow): ModerationAction {
  return {
    number: row.number,
    kind: row.kind,
    reason: row.reason,
    law: row.law,
    facts: row.facts,
    about_at: row.about_at?.toISOString() ?? null,
    source: row.source,
    decided_at: row.decided_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    banned_otherwise: row.banned_otherwise,
    reverted_at: row.reverted_at?.toISOString() ?? null,
  };
}
