import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';

import { isLanguage } from '../../contract/languages.ts';
import { settingsQuery } from '../queries.ts';
import { routeOf } from '../route-table.ts';
import { addressIn } from '../site-files.ts';
import { useRouteName } from './use-route-name.ts';

/**
 * For search engines: the address of an indexed page, and that of the page in each language of the site. A page refers to
 * itself too, and the sitemap says the same.
 */
export function Alternates({ origin }: { origin: string }): ReactElement | null {
  const name = useRouteName();
  const { pathname, search } = useLocation();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings || name === undefined || !routeOf(name).indexed) return null;
  const asked = new URLSearchParams(search).get('lang');
  return (
    <>
      <link rel="canonical" href={addressIn(origin, pathname, isLanguage(asked) ? asked : undefined)} />
      <link rel="alternate" hrefLang="x-default" href={addressIn(origin, pathname)} />
      {settings.site_locales.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={addressIn(origin, pathname, language)} />
      ))}
    </>
  );
}
