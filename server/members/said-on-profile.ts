import { type Quote, splitSentences } from '../../contract/chat/quote.ts';
import { type Interest, isInterest } from '../../contract/members/interests.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import type { AppContext } from '../context.ts';
import { townById } from '../geo/towns.ts';
import { listProfilePhotos } from '../photos/list-photos.ts';
import type { MemberCall } from '../platform/handler.ts';
import { enforceShownLimit } from './limit-shown.ts';
import { findSaid } from './queries.ts';
import { findVisible, type ViewedOn } from './visibility/find-relationships.ts';

export interface SaidOnProfile {
  interests: readonly Interest[];
  /** How many languages the member says they speak. */
  languages: number;
  town: string | null;
}

/**
 * Finds what a profile says, without marking a like as seen. Throws profile.not-found, profile.blocked-you,
 * request.too-many.
 */
export async function findSaidOnProfile(call: MemberCall, ownerId: MemberId): Promise<SaidOnProfile> {
  const { context, site, member } = call;
  await findVisible(context.database, { site, viewerId: member.id }, ownerId);
  enforceShownLimit(call, [ownerId]);
  const said = await context.database.first(findSaid, { memberId: ownerId });
  const { fields, interests } = shownOn(site.settings, { isMember: true });
  return {
    interests: (said?.interests ?? []).filter(isInterest).filter((interest) => interests.has(interest)),
    languages: fields.has('languages') ? (said?.languages.length ?? 0) : 0,
    town: (fields.has('town') && said?.town && townById(said.town)?.name) || null,
  };
}

/** True if the profile shows the quoted text or unlocked photo. The caller checks the profile's visibility. */
export async function showsQuote(
  context: AppContext,
  look: { viewer: { id: MemberId; paid: boolean }; ownerId: MemberId; site: Pick<ViewedOn, 'settings'> },
  { kind, value }: Quote,
): Promise<boolean> {
  const { viewer, ownerId, site } = look;
  if (kind === 'photo') {
    const photos = await listProfilePhotos(context, ownerId, viewer);
    return photos.some(({ id, image }) => id === value && image !== null);
  }
  const said = await context.database.first(findSaid, { memberId: ownerId });
  const { fields, interests } = shownOn(site.settings, { isMember: true });
  if (kind === 'interest') return interests.has(value) && (said?.interests.includes(value) ?? false);
  return fields.has('about') && splitSentences(said?.about ?? '').some(({ text }) => text === value);
}
