import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';

import { termsDate } from '../../contract/accounts/terms.ts';
import type { Terms } from '../../contract/accounts/terms-versions.ts';
import { buildVersionQuery, termsQuery } from '../accounts/terms/terms-versions.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { definePage, notFound } from '../platform/pages/page.ts';
import { companyQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { type PageSentence, PageText, type StaticSection } from './page-text.tsx';
import { StaticPage } from './static-page.tsx';

const page = definePage('terms', {
  parts: ['static-pages'],
  load: async ({ ensure, url }) => {
    const [versions] = await Promise.all([ensure(termsQuery), ensure(companyQuery)]);
    if (!findShownTerms(versions, url.searchParams)) notFound();
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

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
    <StaticPage title="static-pages.terms" lead="static-pages.terms.lead" dated={shown.applies_at} sections={sections}>
      <OwnTerms shown={shown} />
      {other && <TermsAnnouncement shown={shown} other={other} />}
      {shown.state === 'current' && <EarlierTerms versions={versions} />}
    </StaticPage>
  );
}

/** Says which version holds for the member, if it is another one, and where to answer if one waits for it. */
function OwnTerms({ shown }: { shown: Terms }): ReactElement | null {
  const format = useFormat();
  const { data: company } = useSuspenseQuery(companyQuery);
  const { data: user } = useQuery(userQuery);
  if (!user || (user.terms_own === shown.applies_at && user.terms_asked === null)) return null;
  const own = user.terms_own;
  return (
    <div className="grid gap-2 rounded-photo bg-sunken p-4 text-15 leading-[1.65] text-ink-2">
      {own !== shown.applies_at && (
        <p>
          <Rich
            id="static-pages.terms-announcement.own"
            values={{ date: format.day(termsDate(company.added, own)) }}
            components={{ own: <Link to={pathTo('terms') + buildVersionQuery(own)} className={look} /> }}
          />
        </p>
      )}
      {user.terms_asked !== null && !user.terms_declined && (
        <p>
          <Rich
            id="static-pages.terms-announcement.answer"
            components={{ answer: <Link to={pathTo('new-terms')} className={look} /> }}
          />
        </p>
      )}
    </div>
  );
}

const look = 'font-semibold text-primary-ink underline underline-offset-2 hover:no-underline';

function TermsAnnouncement({ shown, other }: { shown: Terms; other: Terms }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const coming = [shown, other].find(({ state }) => state === 'coming');
  const isAsked = coming?.weight === 'material';
  const place = coming === undefined ? 'past' : shown === coming ? 'coming' : 'current';
  const id = place !== 'past' && isAsked ? (`asked-${place}` as const) : place;
  const to = pathTo('terms') + (other.state === 'current' ? '' : buildVersionQuery(other.applies_at));
  return (
    <aside
      aria-label={say('static-pages.terms-announcement.changes')}
      className="grid gap-3 rounded-photo bg-sunken p-4 text-15 leading-[1.65] text-ink-2"
    >
      <p className="font-semibold text-ink">
        <Rich
          id={`static-pages.terms-announcement.${id}`}
          values={{ date: format.day((coming ?? shown).applies_at) }}
          components={{ other: <Link to={to} className={look} /> }}
        />
      </p>
      {coming && (
        <>
          <p className="font-semibold text-ink">{say('static-pages.terms-announcement.changes')}</p>
          <ul className="grid list-disc gap-2 pl-5 marker:text-line-strong">
            {coming.changes.map((change) => (
              <li key={change}>
                <PageText id={change as PageSentence} />
              </li>
            ))}
          </ul>
          {!isAsked && (
            <p>
              <Rich
                id="static-pages.terms-announcement.disagree"
                components={{
                  leave: <Link to={pathTo('settings')} className={look} />,
                  refunds: <Link to={pathTo('return-policy')} className={look} />,
                }}
              />
            </p>
          )}
        </>
      )}
    </aside>
  );
}

function EarlierTerms({ versions }: { versions: readonly Terms[] }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const past = versions.filter(({ state }) => state === 'past');
  if (past.length === 0) return null;
  return (
    <nav aria-label={say('static-pages.terms-announcement.earlier')} className="grid gap-2 text-15 text-ink-2">
      <p className="font-semibold text-ink">{say('static-pages.terms-announcement.earlier')}</p>
      <ul className="grid list-disc gap-2 pl-5 marker:text-line-strong">
        {past.map((version) => (
          <li key={version.applies_at}>
            <Link to={pathTo('terms') + buildVersionQuery(version.applies_at)} className={look}>
              {say('static-pages.version', { date: format.day(version.applies_at) })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
