import { profileAttributes } from './attributes.ts';

/** The fields that a site can show on the profiles of its members or leave out (`visible_profile_fields`). */
export const profileFields = [
  'gender',
  'sexuality',
  'countryregion',
  'town',
  'about',
  ...profileAttributes,
  'interests',
] as const;

export type ProfileField = (typeof profileFields)[number];

/** What somebody without a login sees at most: who is there and where, nothing about tastes. */
const visitorFields: readonly ProfileField[] = ['gender', 'countryregion', 'town'];

/** What a viewer may see of other members' profiles on a site. */
export interface ShownProfile {
  fields: ReadonlySet<ProfileField>;
  /** Keys of the interests that exist on this site; none where the viewer sees no interests. */
  interests: ReadonlySet<string>;
}

export interface ShownBySite {
  visible_profile_fields: readonly string[];
  /** The interests that the site offers: explicit ones only if its niche allows them. */
  interests: readonly { key: string }[];
}

/**
 * What a viewer may see of other members' profiles on a site: the one rule for profiles, filters and orders, in browser
 * and server. What is not shown is neither searched nor sorted by, or trying each value in turn would reveal it.
 */
export function shownOn(site: ShownBySite, viewer: { isMember: boolean }): ShownProfile {
  const may = viewer.isMember ? profileFields : visitorFields;
  const fields = new Set(may.filter((field) => site.visible_profile_fields.includes(field)));
  return { fields, interests: new Set(fields.has('interests') ? site.interests.map(({ key }) => key) : []) };
}
