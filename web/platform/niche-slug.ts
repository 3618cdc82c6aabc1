import { type Niche, niches } from '../../contract/settings/niches.ts';

export type NicheSlug = (typeof niches)[Niche];

/** The niche of a page: the one in its address, else the site's. */
export function resolveNicheSlug(siteNiche: number, slug: string | undefined): NicheSlug {
  const named = Object.values(niches).find((niche) => niche === slug);
  return named ?? niches[siteNiche as Niche] ?? niches[1];
}
