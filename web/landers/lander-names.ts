import { niches, type NicheSlug } from '../../contract/settings/niches.ts';

/** The landers (specification, section 2), in the order of the sitemap. */
export const landers = [
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
] as const;

export type LanderName = (typeof landers)[number];

/** The evenings of the deck from top to bottom, beginning with the niche's own. */
export const evenings = ['niche', 'cook', 'walk', 'records', 'talk'] as const;

export type EveningName = (typeof evenings)[number];

export function isNicheSlug(slug: string): slug is NicheSlug {
  return Object.values<string>(niches).includes(slug);
}
