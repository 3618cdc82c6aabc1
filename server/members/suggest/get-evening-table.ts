import { eveningSeats } from '../../../contract/limits.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { type SeekerRow, findSeeker } from '../queries.ts';
import { zoneOfMember } from '../zone-of-member.ts';
import { listSuggestions } from './list-suggestions.ts';
import { pickMembers } from './pick-members.ts';
import { findTable, layTable } from './queries.ts';
import { eveningAt } from './rules.ts';

/**
 * The table of this evening, by the clocks of the caller: six members near them, the same on every device. It is drawn when
 * it is first asked for. Who leaves it leaves a free seat: who came instead would tell that somebody is gone. A table at
 * which nobody sits is not kept. A date has one table: whoever moves west over the date line keeps theirs until its date has
 * ended there too, and nobody draws anew by moving.
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
  // The clock of one node may be behind that of another.
  if (before && before.evening >= day) return before.guest_ids;
  const guests = await pickMembers(call, searcher, {
    most: eveningSeats,
    strangers: true,
    ...(before && { last: before.guest_ids }),
  });
  if (guests.length === 0) return [];
  return database.transaction(async (tx) => {
    await tx.run(layTable, { memberId, evening: day, guestIds: guests });
    // Of several devices the fastest lays the table for all.
    return (await tx.first(findTable, { memberId }))?.guest_ids ?? [];
  });
}
