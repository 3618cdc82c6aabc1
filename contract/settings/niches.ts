/** The niches and the slugs of their landing pages (specification, section 9). */
export const niches = { 1: 'default', 2: 'she', 3: 'bdsm', 4: 'bbw', 5: 'gilf', 6: 'milf', 7: 'gay' } as const;

export type Niche = keyof typeof niches;

export type NicheSlug = (typeof niches)[Niche];

/** Returns the niche of a page: the one in its address, else the site's. */
export function resolveNicheSlug(siteNiche: number, slug: string | undefined): NicheSlug {
  const named = Object.values(niches).find((niche) => niche === slug);
  return named ?? niches[siteNiche as Niche] ?? niches[1];
}
