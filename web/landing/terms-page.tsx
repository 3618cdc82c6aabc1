import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';

import type { Terms } from '../../contract/accounts/terms-versions.ts';
import { definePage, notFound } from '../platform/page.ts';
import { companyQuery } from '../platform/queries.ts';
import { termsQuery } from '../accounts/terms-query.ts';
import type { StaticSection } from './page-sentence.ts';
import { StaticPage } from './static-page.tsx';
import { EarlierTerms, TermsNotice } from './terms-notice.tsx';
import { buildVersionQuery } from '../accounts/terms-address.ts';

const page = definePage('terms', {
  parts: ['pages'],
  load: async ({ ensure, url }) => {
    const [versions] = await Promise.all([ensure(termsQuery), ensure(companyQuery)]);
    if (!findShownTerms(versions, url.searchParams)) notFound();
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The version whose day the address contains, or the current one. */
function findShownTerms(versions: readonly Terms[], query: URLSearchParams): Terms | undefined {
  const day = query.get('version');
  return versions.find((one) =>
    day === null ? one.state === 'current' : buildVersionQuery(one.applies_at) === `?version=${day}`,
  );
}

/** The terms of use (specification, section 2). Members accept the version with the shown date. */
export default function TermsPage(): ReactElement | null {
  const { data: versions } = useSuspenseQuery(termsQuery);
  const [query] = useSearchParams();
  const shown = findShownTerms(versions, query);
  if (!shown) return null;
  // The server only names sentences of this part.
  const sections = shown.sections as readonly StaticSection[];
  const other = versions.find(({ state }) => state === (shown.state === 'current' ? 'coming' : 'current'));
  return (
    <StaticPage title="pages.terms" lead="pages.terms.lead" dated={shown.applies_at} sections={sections}>
      {other && <TermsNotice shown={shown} other={other} />}
      {shown.state === 'current' && <EarlierTerms versions={versions} />}
    </StaticPage>
  );
}
