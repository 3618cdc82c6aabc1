import { eveningSeats } from '../../../contract/members/limits.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { type SeekerRow, findSeeker } from '../queries.ts';
import { zoneOfMember } from '../zone-of-member.ts';
import { listSuggestions } from './list-suggestions.ts';
import { pickMembers } from './pick-members.ts';
import { findTable, layTable } from './queries.ts';
import { eveningAt } from './rules.ts';

/**
 * Returns the table of this evening in the caller's time zone: six members near them, the same on every device. It is
 * drawn on the first request. A guest who is gone leaves a free seat, because a substitute would reveal the departure.
 * An empty table is not stored. Each date has one table: a member who moves west across the date line keeps theirs
 * until that date has ended there too, so moving draws no new one.
 */
export const getEveningTable: Handler<'getEveningTable'> = async (_input, call) => {
  const { context, member } = call;
  const { day, isNow, endsAt, nextAt } = eveningAt(
    context.clock.now(),
    await zoneOfMember(context.database, member.id),
  );
  const next_at = nextAt.toISOString();
  const searcher = isNow ? await context.database.first(findSeeker, { memberId: member.id }) : undefined;
  if (!searcher) return { results: [], ends_at: null, next_at };
  const guests = await guestsOf(call, searcher, day);
  return { results: await listSuggestions(call, searcher, guests), ends_at: endsAt.toISOString(), next_at };
};

async function guestsOf(call: MemberCall, searcher: SeekerRow, day: string): Promise<readonly string[]> {
  const { database } = call.context;
  const memberId = call.member.id;
  const before = await database.first(findTable, { memberId });
  // Another node's clock may be behind.
  if (before && before.evening >= day) return before.guest_ids;
  const guests = await pickMembers(call, searcher, {
    most: eveningSeats,
    strangers: true,
    ...(before && { last: before.guest_ids }),
  });
  if (guests.length === 0) return [];
  return database.transaction(async (tx) => {
    await tx.run(layTable, { memberId, evening: day, guestIds: guests });
    // If several devices draw at once, the first table is kept for all.
    return (await tx.first(findTable, { memberId }))?.guest_ids ?? [];
  });
}
