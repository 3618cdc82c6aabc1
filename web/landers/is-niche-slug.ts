import { niches } from '../../contract/settings/niches.ts';
import type { NicheSlug } from '../platform/niche-slug.ts';

export function isNicheSlug(slug: string): slug is NicheSlug {
  return Object.values<string>(niches).includes(slug);
}
