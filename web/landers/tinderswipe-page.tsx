import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import { settingsQuery } from '../platform/queries.ts';
import { EveningDeck } from './evening-deck.tsx';
import { LanderHead } from './lander-head.tsx';
import { resolveNicheSlug } from '../platform/niche-slug.ts';

const page = definePage('landers-tinderswipe', { parts: ['landers', 'landing'], program: 'never' });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The lander with a deck of evenings. Its address has no slug, so its words and colors are the site's. */
export default function TinderswipePage(): ReactElement {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <>
      <LanderHead name="tinderswipe" />
      <EveningDeck niche={resolveNicheSlug(settings.niche, undefined)} />
    </>
  );
}
