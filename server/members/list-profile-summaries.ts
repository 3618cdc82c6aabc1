import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { toSummary } from './present.ts';
import { listFaceRows } from './queries.ts';
import { viewOf } from './view.ts';

/** One member as another (null: a visitor) sees them. */
export interface Look {
  viewerId: string | null;
  memberId: string;
}

/**
 * The public fields of members, each as one viewer sees them, in one query and in the order of the looks. Everybody who
 * exists is in it: whom the viewer may see is the caller's to decide. Distances are bands between the two towns.
 */
export async function listFaces(
  context: Pick<AppContext, 'clock' | 'secret'>,
  reader: Reader,
  looks: readonly Look[],
): Promise<(ProfileSummary | undefined)[]> {
  if (looks.length === 0) return [];
  const wanted = [looks.map(({ viewerId }) => viewerId), looks.map(({ memberId }) => memberId)];
  const rows = await reader.all(listFaceRows, wanted);
  const found = new Map(rows.map((row) => [`${row.viewer_id} ${row.member_id}`, row]));
  return looks.map(({ viewerId, memberId }) => {
    const row = found.get(`${viewerId} ${memberId}`);
    return row && toSummary(row, viewOf(context, viewerId));
  });
}
