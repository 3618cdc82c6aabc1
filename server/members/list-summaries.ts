import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { toSummary } from './present.ts';
import { listSummaryRows } from './queries.ts';
import { viewOf } from './view.ts';

/**
 * The public fields of members as one viewer (null: a visitor) sees them, by id, in one query. Everybody who exists is
 * in it: whom the viewer may see is the caller's to decide. Distances are bands between the two towns.
 */
export async function listSummaries(
  context: AppContext,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ProfileSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await context.database.all(listSummaryRows, [ids, viewerId]);
  const view = viewOf(context, viewerId);
  return new Map(rows.map((row) => [row.member_id, toSummary(row, view)]));
}
