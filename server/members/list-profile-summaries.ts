import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { toSummary } from './present.ts';
import { listSummaryRows } from './queries.ts';
import { viewOf } from './view.ts';
import type { ViewerPair } from './visibility/rules.ts';

/**
 * The public fields of members, each for one viewer, in one query and in the order of the pairs. Asks for no
 * visibility: the caller has decided it. Distances are bands between the two towns.
 */
export async function listProfileSummaries(
  context: Pick<AppContext, 'clock' | 'secret'>,
  reader: Reader,
  pairs: readonly ViewerPair[],
): Promise<(ProfileSummary | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = await reader.all(listSummaryRows, {
    viewerIds: pairs.map(({ viewerId }) => viewerId),
    otherIds: pairs.map(({ otherId }) => otherId),
  });
  const found = new Map(rows.map((row) => [`${row.viewer_id} ${row.member_id}`, row]));
  return pairs.map(({ viewerId, otherId }) => {
    const row = found.get(`${viewerId} ${otherId}`);
    return row && toSummary(row, viewOf(context, viewerId));
  });
}
