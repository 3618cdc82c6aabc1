import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation, useParams } from 'react-router';

import { settingsQuery } from '../platform/calls/queries.ts';
import { routeTable } from '../platform/pages/route-table.ts';
import { addressIn, listedPath } from '../share/site-files.ts';
import { useRouteName } from '../platform/pages/use-route-name.ts';

/** Tags as in the sitemap: the canonical URL, and that of each language, the current one included; or `noindex`. */
export function Alternates({ origin }: { origin: string }): ReactElement | null {
  const name = useRouteName();
  const { search } = useLocation();
  const params = useParams();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings || name === undefined || !routeTable[name].indexed) return null;
  const path = listedPath(name, params, settings.niche);
  if (path === undefined) return <meta name="robots" content="noindex" />;
  const asked = new URLSearchParams(search).get('lang');
  const language = settings.site_locales.find((one) => one === asked);
  return (
    <>
      <link rel="canonical" href={addressIn(origin, path, language)} />
      <link rel="alternate" hrefLang="x-default" href={addressIn(origin, path)} />
      {settings.site_locales.map((one) => (
        <link key={one} rel="alternate" hrefLang={one} href={addressIn(origin, path, one)} />
      ))}
    </>
  );
}
