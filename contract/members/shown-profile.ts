import { profileAttributes } from './attributes.ts';

/** The profile fields that a site can show or leave out (`visible_profile_fields`). */
export const profileFields = [
  'gender',
  'sexuality',
  'countryregion',
  'town',
  'about',
  ...profileAttributes,
  'languages',
  'interests',
] as const;

export type ProfileField = (typeof profileFields)[number];

/** The fields that visitors can see at most: gender and place, but nothing about tastes. */
const visitorFields: readonly ProfileField[] = ['gender', 'countryregion', 'town'];

export interface ShownProfile {
  fields: ReadonlySet<ProfileField>;
  /** Keys of the interests that exist on this site; empty if the viewer sees no interests. */
  interests: ReadonlySet<string>;
}

export interface ShownBySite {
  visible_profile_fields: readonly string[];
  /** The interests that the site offers: explicit ones only if its niche allows them. */
  interests: readonly { key: string }[];
}

/** Profiles, filters and sort orders use this rule: a search by a hidden field would reveal it by trying values. */
export function shownOn(site: ShownBySite, viewer: { isMember: boolean }): ShownProfile {
  const may = viewer.isMember ? profileFields : visitorFields;
  const fields = new Set(may.filter((field) => site.visible_profile_fields.includes(field)));
  return { fields, interests: new Set(fields.has('interests') ? site.interests.map(({ key }) => key) : []) };
}
