import type { OwnPhoto } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { photoLinksFor } from './photo-links-for.ts';
import { toOwnPhoto } from './present.ts';
import { listPhotos } from './queries.ts';

/** A member's own photos in order, including hidden ones. Inside a transaction, pass it as `reader`. */
export async function listOwnPhotos(
  context: AppContext,
  memberId: string,
  reader: Reader = context.database,
): Promise<OwnPhoto[]> {
  const rows = await reader.all(listPhotos, { memberId });
  const links = photoLinksFor(context, memberId, memberId);
  return rows.map((row) => toOwnPhoto(row, links));
}
