import { dailyPicksMax } from '../../../contract/members/limits.ts';
import { dayIn, dayText } from '../../../contract/platform/calendar.ts';
import type { AppContext } from '../../context.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findTimeZone } from '../own-profile.ts';
import { type ViewerRow, findViewer, findDailyPicks, makeDailyPicks, deleteOldDailyPicks } from '../queries.ts';
import { eveningAt } from './rules.ts';
import { listSuggestions, pickMembers } from './suggest-members.ts';

/**
 * Returns up to six members, the same on every device. A pick who is gone leaves a gap, because a substitute would
 * reveal the account deletion. Each date has its own picks: moving west across the date line draws no new ones.
 */
export const getDailyPicks: Handler<'getDailyPicks'> = async (_input, call) => {
  const { context, member } = call;
  const zone = await findTimeZone(context.database, member.id);
  const { day, isNow, endsAt, nextAt } = eveningAt(context.clock.now(), zone);
  const next_at = nextAt.toISOString();
  const viewer = isNow ? await context.database.first(findViewer, { memberId: member.id }) : undefined;
  if (!viewer) return { results: [], ends_at: null, next_at };
  const picks = await findPicks(call, viewer, day);
  return { results: await listSuggestions(call, viewer, picks), ends_at: endsAt.toISOString(), next_at };
};

async function findPicks(call: MemberCall, viewer: ViewerRow, day: string): Promise<readonly MemberId[]> {
  const { database } = call.context;
  const memberId = call.member.id;
  const before = await database.first(findDailyPicks, { memberId });
  // Another node's clock may be behind.
  if (before && before.evening >= day) return before.picked_ids;
  const last = before ? { last: before.picked_ids } : {};
  const picks = await pickMembers(call, viewer, { most: dailyPicksMax, strangers: true, ...last });
  if (picks.length === 0) return [];
  return database.transaction(async (tx) => {
    await tx.run(makeDailyPicks, { memberId, evening: day, pickedIds: picks });
    // If several devices draw at once, the first picks are kept for all.
    return (await tx.first(findDailyPicks, { memberId }))?.picked_ids ?? [];
  });
}

export async function purgeDailyPicks({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) => tx.run(deleteOldDailyPicks, { before: dayText(dayIn('UTC', clock.now()) - 2) }));
}
