import type { ProfilePhoto } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { linksOf } from './links-of.ts';
import { isShown, toProfilePhoto } from './present.ts';
import { listPhotos } from './queries.ts';

/**
 * A member's photos as a viewer (null: a visitor) may have them: the main one, and the others for premium members and
 * the owner; for everybody else those are locked (specification, section 6).
 */
export async function listProfilePhotos(
  context: AppContext,
  ownerId: string,
  viewer: { id: string; paid: boolean } | null,
): Promise<ProfilePhoto[]> {
  const rows = await context.database.all(listPhotos, [ownerId]);
  const unlocked = viewer !== null && (viewer.paid || viewer.id === ownerId);
  const links = linksOf(context, ownerId, viewer?.id ?? null);
  return rows.filter(isShown).map((row) => toProfilePhoto(row, unlocked, links));
}
