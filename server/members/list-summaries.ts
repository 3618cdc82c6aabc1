import type { ProfileSummary } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { listFaces } from './list-profile-summaries.ts';

/** Members as one viewer (null: a visitor) sees them, by id; who does not exist is not in it. */
export async function listSummaries(
  context: AppContext,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, ProfileSummary>> {
  const looks = ids.map((memberId) => ({ viewerId, memberId }));
  const faces = await listFaces(context, context.database, looks);
  return new Map(faces.flatMap((face) => (face ? [[face.id, face]] : [])));
}
