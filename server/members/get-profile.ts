import { profileAttributes } from '../../contract/members/attributes.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import { admitsSearch, hasTrafficSource } from '../../contract/sources/tracking.ts';
import type { AppContext } from '../context.ts';
import { markLikeSeen } from '../likes/new-likes.ts';
import { listProfilePhotos } from '../photos/list-photos.ts';
import type { Reader } from '../platform/database/database.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import type { Site } from '../platform/site.ts';
import { enforceShownLimit } from './limit-shown.ts';
import { buildView } from './list-summaries.ts';
import { toProfile } from './present.ts';
import { findProfile } from './queries.ts';
import { findVisible, findRelationship, sightUnlessBlocked } from './visibility/find-relationships.ts';
import { findSendBlocker, textPrice } from './visibility/rules.ts';

/**
 * Returns a member: visitors get the summary and the main photo, free members also the fields, premium members every
 * photo (specification, sections 4 and 6). Marks the member's like as seen. Throws profile.not-found,
 * profile.blocked-you, search.members-only.
 */
export const getProfile: Handler<'getProfile'> = async ({ id }, call) => {
  const { context, site, member, visit } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(visit.tracking)), 'search.members-only');
  const viewerId = member?.id ?? null;
  const shown = shownOn(site.settings, { isMember: member !== null });
  const relationship = await findVisible(context.database, { site, viewerId }, id);
  enforceShownLimit(call, [id]);
  const [row, photos] = await Promise.all([
    context.database.first(findProfile, { memberId: id, viewerId }),
    listProfilePhotos(context, id, member),
  ]);
  must(row, 'profile.not-found');
  if (row.likes_you && member) await markLikeSeen(context, member.id, id);
  return {
    profile: {
      ...toProfile(row, buildView(context, viewerId, shown)),
      photos,
      message_credits: textPrice(site.settings, relationship),
      hidden: relationship.hidden_by_viewer,
      confirmed: relationship.status !== 'disabled',
      send_blocker: member && id !== viewerId ? findSendBlocker(relationship) : null,
    },
  };
};

const reducedFields = ['name', 'age', 'gender', 'country', 'fictional'] as const;
const fullFields = [
  ...reducedFields,
  'countryregion',
  'town',
  'sexuality',
  'about',
  'interests',
  'languages',
  ...profileAttributes,
] as const;

/** Returns what the viewer sees of a profile. Throws profile.not-found, profile.blocked-you. */
export async function copyProfile(
  context: Pick<AppContext, 'clock' | 'secret'>,
  reader: Reader,
  { site, viewerId }: { site: Site; viewerId: MemberId },
  otherId: MemberId,
): Promise<{ facts: Record<string, unknown>; mainPhoto: string | null }> {
  const relationship = await findRelationship(reader, { viewerId, otherId, site });
  must(relationship, 'profile.not-found');
  const sight = sightUnlessBlocked(relationship);
  must(sight !== 'none', 'profile.not-found');
  const row = await reader.first(findProfile, { memberId: otherId, viewerId });
  must(row, 'profile.not-found');
  const profile = toProfile(row, buildView(context, viewerId, shownOn(site.settings, { isMember: true })));
  const fields = sight === 'full' ? fullFields : reducedFields;
  const facts = Object.fromEntries(fields.map((field) => [field, profile[field]]));
  return { facts, mainPhoto: sight === 'full' ? row.main_photo : null };
}
