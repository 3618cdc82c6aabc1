import { type Niche, niches } from '../../contract/niches.ts';

export type NicheSlug = (typeof niches)[Niche];

/** The niche of a page: the one that its address names, else that of the site. */
export function nicheSlugOf(siteNiche: number, slug: string | undefined): NicheSlug {
  const named = Object.values(niches).find((niche) => niche === slug);
  return named ?? niches[siteNiche as Niche] ?? niches[1];
}
