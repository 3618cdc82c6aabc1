import type { Reader } from '../platform/database/database.ts';
import { sumSpentOn } from './queries.ts';

/** What the credits that a member spent on each other since a time had cost, in minor units; returned ones aside. */
export async function sumSpentOnOthers(
  reader: Reader,
  memberId: string,
  since: Date,
): Promise<{ otherId: string; minor: number; currency: string }[]> {
  const rows = await reader.all(sumSpentOn, { memberId, since });
  return rows.map(({ other_id: otherId, minor, currency }) => ({ otherId, minor, currency }));
}
