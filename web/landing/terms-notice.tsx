import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Terms } from '../../contract/accounts/terms-versions.ts';
import { useFormat } from '../platform/format.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import type { PageSentence } from './page-sentence.ts';
import { PageText } from './page-text.tsx';
import { buildVersionQuery } from '../accounts/terms-address.ts';

const look = 'font-semibold text-primary-ink underline underline-offset-2 hover:no-underline';

/** How the shown version relates to the current one, with a link there, and what a coming version changes. */
export function TermsNotice({ shown, other }: { shown: Terms; other: Terms }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const coming = [shown, other].find(({ state }) => state === 'coming');
  const id = coming === undefined ? 'past' : shown === coming ? 'coming' : 'current';
  const to = pathTo('terms') + (other.state === 'current' ? '' : buildVersionQuery(other.applies_at));
  return (
    <aside
      aria-label={say('pages.terms-notice.changes')}
      className="grid gap-3 rounded-photo bg-sunken p-4 text-15 leading-[1.65] text-ink-2"
    >
      <p className="font-semibold text-ink">
        <Rich
          id={`pages.terms-notice.${id}`}
          values={{ date: format.day((coming ?? shown).applies_at) }}
          components={{ other: <Link to={to} className={look} /> }}
        />
      </p>
      {coming && (
        <>
          <p className="font-semibold text-ink">{say('pages.terms-notice.changes')}</p>
          <ul className="grid list-disc gap-2 pl-5 marker:text-line-strong">
            {coming.changes.map((change) => (
              <li key={change}>
                <PageText id={change as PageSentence} />
              </li>
            ))}
          </ul>
          <p>
            <Rich
              id="pages.terms-notice.disagree"
              components={{
                leave: <Link to={pathTo('settings')} className={look} />,
                refunds: <Link to={pathTo('return-policy')} className={look} />,
              }}
            />
          </p>
        </>
      )}
    </aside>
  );
}

/** Links to earlier versions, if any. */
export function EarlierTerms({ versions }: { versions: readonly Terms[] }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const past = versions.filter(({ state }) => state === 'past');
  if (past.length === 0) return null;
  return (
    <nav aria-label={say('pages.terms-notice.earlier')} className="grid gap-2 text-15 text-ink-2">
      <p className="font-semibold text-ink">{say('pages.terms-notice.earlier')}</p>
      <ul className="grid list-disc gap-2 pl-5 marker:text-line-strong">
        {past.map((version) => (
          <li key={version.applies_at}>
            <Link to={pathTo('terms') + buildVersionQuery(version.applies_at)} className={look}>
              {say('pages.version', { date: format.day(version.applies_at) })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
