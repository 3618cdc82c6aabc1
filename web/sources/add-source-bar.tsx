import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';

import { asksAboutSource } from '../../contract/sources/tracking.ts';
import { NonceContext } from '../platform/nonce.ts';
import { languageOfPage, toNextPath, getPageQueries } from '../platform/page.ts';
import type { PageContext } from '../platform/page-context.ts';
import { settingsQuery } from '../platform/queries.ts';
import type { RouteName } from '../platform/route-table.ts';
import { loadSentences, sentencesIn } from '../platform/sentences.tsx';
import { SourceBar } from './source-bar.tsx';

/**
 * Adds the question about the partner's link to a page, if its visitor came by one and has not answered. Like the
 * entry warning, it is not part of the app, and follows it, in pages with and without one. Visitors who say that they
 * are too young are asked nothing more.
 */
export async function addSourceBar(
  html: string,
  { route, page, url }: { route: string | undefined; page: PageContext; url: URL },
): Promise<string> {
  if (!asksAboutSource(page.source) || route === ('leave' satisfies RouteName)) return html;
  const language = await languageOfPage(page);
  const selected = getPageQueries(page).getQueryData(settingsQuery.queryKey)?.geoip_selected_country ?? null;
  await loadSentences(language, ['sources']);
  const bar = renderToStaticMarkup(
    <NonceContext value={page.nonce}>
      <I18nProvider i18n={sentencesIn(language, selected)}>
        <SourceBar source={page.source} back={toNextPath(url)} />
      </I18nProvider>
    </NonceContext>,
  );
  return html.replace('</body>', () => `${bar}</body>`);
}
