import type { ProfilePhoto } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { photoLinksFor } from './photo-links-for.ts';
import { shownPhotos, toProfilePhoto } from './present.ts';
import { listPhotos } from './queries.ts';

/**
 * Lists a member's photos as a viewer (null: a visitor) may see them. The owner and premium members see all of them.
 * Everybody else sees the main photo clear and the others locked (specification, section 6); visitors see the main
 * photo locked too, unless its owner shows it to them, and are not told of photos without a review.
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
