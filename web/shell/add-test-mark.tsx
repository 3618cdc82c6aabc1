import { renderToStaticMarkup } from 'react-dom/server';

import type { PageContext } from '../platform/page-context.ts';
import { languageOfPage, getPageQueries } from '../platform/page.ts';
import { settingsQuery } from '../platform/queries.ts';
import { sentencesIn } from '../platform/sentences.tsx';

/**
 * Puts a label above a page of a site with test payments, so that nobody takes its purchases for real ones. It is not
 * part of the app's code, so that other sites do not load it.
 */
export async function addTestMark(html: string, { page }: { page: PageContext }): Promise<string> {
  if (!getPageQueries(page).getQueryData(settingsQuery.queryKey)?.payments_test) return html;
  const language = await languageOfPage(page);
  const mark = renderToStaticMarkup(
    <div
      role="note"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center border-t-3 border-danger"
    >
      <p className="rounded-b-photo bg-danger px-3 pb-0.5 text-12 leading-tight font-bold text-on-danger">
        {sentencesIn(language, null)._('common.test-payments')}
      </p>
    </div>,
  );
  return html.replace('</body>', () => `${mark}</body>`);
}
