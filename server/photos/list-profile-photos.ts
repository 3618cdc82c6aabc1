import type { ProfilePhoto } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { photoLinksFor } from './photo-links-for.ts';
import { shownPhotos, toProfilePhoto } from './present.ts';
import { listPhotos } from './queries.ts';

/**
 * A member's photos as a viewer (null: a visitor) may see them. Only premium members and the owner see more than the
 * main one; for everybody else the others are locked (specification, section 6), and for visitors the main one too,
 * unless its owner shows it to them. Visitors learn of no photo that nobody has looked at.
 */
export async function listProfilePhotos(
  context: AppContext,
  ownerId: string,
  viewer: { id: string; paid: boolean } | null,
): Promise<ProfilePhoto[]> {
  const rows = await context.database.all(listPhotos, { memberId: ownerId });
  const looker = { paid: viewer !== null && (viewer.paid || viewer.id === ownerId), isMember: viewer !== null };
  const links = photoLinksFor(context, ownerId, viewer?.id ?? null);
  return shownPhotos(rows, looker).map((row) => toProfilePhoto(row, looker, links));
}
