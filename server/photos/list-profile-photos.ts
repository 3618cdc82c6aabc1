import type { ProfilePhoto } from '../../contract/members/operations.ts';
import type { AppContext } from '../context.ts';
import { photoLinksFor } from './photo-links-for.ts';
import { shownPhotos, toProfilePhoto } from './present.ts';
import { listPhotos } from './queries.ts';

/**
 * Lists a member's photos as a viewer (null: a visitor) may see them. Only the owner and premium members see all;
 * others see the main one, and the rest locked (specification, section 6). Visitors see it only if its owner allows
 * it.
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
