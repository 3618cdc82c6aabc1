import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';

import { type NicheSlug, resolveNicheSlug } from '../../contract/settings/niches.ts';
import { definePage, notFound } from '../platform/pages/page.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { AloneTonight } from './alone-tonight.tsx';
import { Collage } from './collage.tsx';
import { Day } from './day.tsx';
import { Feed } from './feed.tsx';
import './film.css';
import { Film } from './film.tsx';
import { Gallery } from './gallery.tsx';
import { LanderHead } from './lander-join.tsx';
import { type LanderName, isNicheSlug, landers } from './lander-names.ts';
import './landers.css';
import { Signs } from './signs.tsx';
import { Towns } from './towns.tsx';

const designs: Record<LanderName, (props: { niche: NicheSlug }) => ReactElement> = {
  alonetonight: AloneTonight,
  collagelanding: Collage,
  gallery: Gallery,
  iconslanding: Signs,
  maplanding: Towns,
  socialnetwork: Feed,
  transitionsvideolanding: Day,
  video: Film,
};

const isLander = (name: string | undefined): name is LanderName => landers.includes(name as LanderName);

const page = definePage('landers-name', {
  parts: ['landers', 'landing', 'interests'],
  program: 'never',
  load: async ({ params }) => {
    const { name, slug } = params;
    if (!isLander(name) || (slug !== undefined && !isNicheSlug(slug))) notFound();
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function LanderPage(): ReactElement | null {
  const { name, slug } = useParams();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  if (!isLander(name)) return null;
  const Design = designs[name];
  return (
    <>
      <LanderHead name={name} />
      <Design niche={resolveNicheSlug(settings.niche, slug)} />
    </>
  );
}
