import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';

import { NonceContext } from '../platform/nonce.ts';
import { languageOfPage, toNextPath, getPageQueries } from '../platform/page.ts';
import type { PageContext } from '../platform/page-context.ts';
import { settingsQuery, userQuery } from '../platform/queries.ts';
import { type RouteName, routeTable } from '../platform/route-table.ts';
import { loadSentences, sentencesIn } from '../platform/sentences.tsx';
import { carriedSource } from '../sources/visitor-source.ts';
import { asksAge } from './entry-rules.ts';
import { EntryWarning } from './entry-warning.tsx';

/**
 * Adds the entry warning to a page if its visitor gets one. The warning is not part of the app: it precedes it in the
 * body, where hydration ignores unknown elements, so that no browser loads its code with the app. With script, the
 * content is inert from the beginning: a dialog placed after the content would make browsers style all of it twice.
 */
export async function addEntryWarning(
  html: string,
  { route, page, url }: { route: string | undefined; page: PageContext; url: URL },
): Promise<string> {
  const queries = getPageQueries(page);
  const [user, settings] = [queries.getQueryData(userQuery.queryKey), queries.getQueryData(settingsQuery.queryKey)];
  if (user || !settings || route === undefined || !Object.hasOwn(routeTable, route)) return html;
  const { enable_site_entry_popup: setting, geoip_country: country, geoip_selected_country: selected } = settings;
  const hasAnswered = page.cookieDismissed.split('.').includes('entry');
  if (!asksAge({ name: route as RouteName, setting, country, hasAnswered })) return html;
  const language = await languageOfPage(page);
  await loadSentences(language, ['entry']);
  const warning = renderToStaticMarkup(
    <NonceContext value={page.nonce}>
      <I18nProvider i18n={sentencesIn(language, selected)}>
        <EntryWarning settings={settings} back={toNextPath(url)} carried={carriedSource(page.source)} />
      </I18nProvider>
    </NonceContext>,
  );
  return html.replace('<body>', () => `<body>${warning}`);
}
