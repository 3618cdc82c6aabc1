import type { NicheSlug } from '../../contract/settings/niches.ts';

export function signPath(niche: NicheSlug): string {
  return niche === 'default' ? 'icon.svg' : `icons/${niche}.svg`;
}

/** Returns the icon of a niche: `any` has rounded corners; `maskable` fills its square, which the system crops. */
export function iconPath(niche: NicheSlug, size: number, purpose: 'any' | 'maskable' = 'any'): string {
  return `icons/${niche}-${size}${purpose === 'any' ? '' : '-maskable'}.png`;
}
