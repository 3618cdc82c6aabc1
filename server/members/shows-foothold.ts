import { type Foothold, splitSentences } from '../../contract/chat/foothold.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import type { AppContext } from '../context.ts';
import { listProfilePhotos } from '../photos/list-profile-photos.ts';
import { findSaid } from './queries.ts';
import type { ViewedOn } from './visibility/find-relationships.ts';

interface Look {
  viewer: { id: string; paid: boolean };
  ownerId: string;
  site: Pick<ViewedOn, 'settings'>;
}

/**
 * True if a profile now shows the quoted sentence, interest or unlocked photo. The caller checks the profile's
 * visibility.
 */
export async function showsFoothold(
  context: AppContext,
  { viewer, ownerId, site }: Look,
  { kind, value }: Foothold,
): Promise<boolean> {
  if (kind === 'photo') {
    const photos = await listProfilePhotos(context, ownerId, viewer);
    return photos.some(({ id, image }) => id === value && image !== null);
  }
  const said = await context.database.first(findSaid, { memberId: ownerId });
  const { fields, interests } = shownOn(site.settings, { isMember: true });
  if (kind === 'interest') return interests.has(value) && (said?.interests.includes(value) ?? false);
  return fields.has('about') && splitSentences(said?.about ?? '').some(({ text }) => text === value);
}
