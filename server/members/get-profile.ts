import { shownOn } from '../../contract/members/shown-profile.ts';
import { admitsSearch, hasTrafficSource } from '../../contract/sources/tracking.ts';
import { markLikeSeen } from '../likes/mark-like-seen.ts';
import { listProfilePhotos } from '../photos/list-profile-photos.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { limitShown } from './limit-shown.ts';
import { findVisible } from './visibility/find-visible.ts';
import { findSendBlocker, textPrice } from './visibility/rules.ts';
import { toProfile } from './present.ts';
import { findProfile } from './queries.ts';
import { buildView } from './view.ts';

/**
 * Returns one member as the viewer may see them (specification, sections 4 and 6): visitors get the summary and the
 * main photo, free members also the fields, premium members every photo. Opening a profile marks the member's like as
 * seen. Throws profile.not-found, profile.blocked-you, search.members-only.
 */
export const getProfile: Handler<'getProfile'> = async ({ id }, call) => {
  const { context, site, member, tracking } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(tracking)), 'search.members-only');
  const viewerId = member?.id ?? null;
  const relationship = await findVisible(context.database, { site, viewerId }, id);
  limitShown(call, [id]);
  const [row, photos] = await Promise.all([
    context.database.first(findProfile, { memberId: id, viewerId }),
    listProfilePhotos(context, id, member),
  ]);
  must(row, 'profile.not-found');
  if (row.likes_you && member) await markLikeSeen(context, member.id, id);
  const parts = {
    photos,
    messageCredits: textPrice(site.settings, relationship),
    hidden: relationship.hidden_by_viewer,
    confirmed: relationship.status === 'active',
    sendBlocker: member && id !== viewerId ? findSendBlocker(relationship) : null,
  };
  const shown = shownOn(site.settings, { isMember: member !== null });
  return { profile: toProfile(row, buildView(context, viewerId, shown), parts) };
};
