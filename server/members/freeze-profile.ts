import { profileAttributes } from '../../contract/members/attributes.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Site } from '../platform/site.ts';
import { toProfile } from './present.ts';
import { findProfile } from './queries.ts';
import { buildView } from './view.ts';
import { findRelationship } from './visibility/find-relationships.ts';
import { deriveSight } from './visibility/rules.ts';

const reducedFields = ['name', 'age', 'gender', 'country', 'fictional'] as const;
const fullFields = [
  ...reducedFields,
  'countryregion',
  'town',
  'sexuality',
  'about',
  'interests',
  ...profileAttributes,
] as const;

/** A reported member's profile as the reporter saw it. */
export interface FrozenProfile {
  facts: Record<string, unknown>;
  mainPhoto: string | null;
}

/** Returns a profile as the viewer sees it now. Throws profile.not-found and profile.blocked-you, like getProfile. */
export async function freezeProfile(
  context: Pick<AppContext, 'clock' | 'secret'>,
  reader: Reader,
  { site, viewerId }: { site: Site; viewerId: string },
  otherId: string,
): Promise<FrozenProfile> {
  const relationship = await findRelationship(reader, { viewerId, otherId, site });
  must(relationship, 'profile.not-found');
  const sight = deriveSight(relationship);
  if (sight === 'blocked') refuse('profile.blocked-you', { name: relationship.name });
  must(sight !== 'none', 'profile.not-found');
  const row = await reader.first(findProfile, { memberId: otherId, viewerId });
  must(row, 'profile.not-found');
  const view = buildView(context, viewerId, shownOn(site.settings, { isMember: true }));
  const profile = toProfile(row, view, {
    photos: [],
    messageCredits: 0,
    confirmed: true,
    sendBlocker: null,
    hidden: false,
  });
  const fields = sight === 'full' ? fullFields : reducedFields;
  const facts = Object.fromEntries(fields.map((field) => [field, profile[field]]));
  return { facts, mainPhoto: sight === 'full' ? row.main_photo : null };
}
