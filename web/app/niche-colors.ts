import type { NicheSlug } from '../landers/niche-slug.ts';

type Pair = readonly [day: string, night: string];

/** What the app shows of a niche outside its pages, as colours of `web/ui/tokens.css` and `web/ui/niches.css`. */
export interface NicheColors {
  page: Pair;
  primary: Pair;
  'primary-press': Pair;
}

/** The colours of a niche: its own, else those that all share. The style sheets are passed as text. */
export function nicheColors(tokens: string, niches: string, niche: NicheSlug): NicheColors {
  const own = niches.split(/^(?=:root\[data-niche='\w+'\],)/m).find((part) => part.includes(`'${niche}'],`)) ?? '';
  const pairOf = (name: keyof NicheColors): Pair => {
    const pair = new RegExp(`--${name}:\\s*light-dark\\((#\\w{6}),\\s*(#\\w{6})\\);`);
    const [, day, night] = pair.exec(own) ?? pair.exec(tokens) ?? [];
    if (!day || !night) throw new Error(`no colour ${name}`);
    return [day, night];
  };
  return { page: pairOf('page'), primary: pairOf('primary'), 'primary-press': pairOf('primary-press') };
}
