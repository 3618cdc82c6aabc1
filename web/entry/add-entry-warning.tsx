import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';

import { NonceContext } from '../nonce.ts';
import { languageOfPage, nextOf, queriesOf } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import { settingsQuery, userQuery } from '../queries.ts';
import { type RouteName, routeTable } from '../route-table.ts';
import { loadSentences, sentencesIn } from '../sentences.tsx';
import { carriedSource } from '../sources/visitor-source.ts';
import { asksAge } from './entry-rules.ts';
import { EntryWarning } from './entry-warning.tsx';

/**
 * A page with the warning on entry, if its visitor gets one. The warning is no part of the program: it stands before it in
 * the body, where hydration passes over what it does not know, so that no browser loads it with the program. With
 * script, what follows is inert from the beginning: behind the content, the dialog would have all of it styled twice.
 */
export async function addEntryWarning(
  html: string,
  { route, page, url }: { route: string | undefined; page: PageContext; url: URL },
): Promise<string> {
  const queries = queriesOf(page);
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
        <EntryWarning settings={settings} back={nextOf(url)} carried={carriedSource(page.source)} />
      </I18nProvider>
    </NonceContext>,
  );
  return html.replace('<body>', () => `<body>${warning}`);
}
