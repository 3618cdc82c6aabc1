import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { MethodSign, methodName } from '../payments/methods.tsx';
import { useFormat } from '../platform/sentences/format.ts';
import { companyQuery, methodsQuery, settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { type RouteName, pathTo } from '../platform/pages/route-table.ts';
import { Rich, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { ChevronDown, Icon } from '../ui/icon.tsx';

const links = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'pricing',
  'complaints',
  'return-policy',
  'faq',
  'service',
  'accessibility',
  'imprint',
] as const satisfies readonly (RouteName | 'imprint')[];

const linkLook = 'inline-flex min-h-11 items-center max-md:min-w-11 font-semibold hover:text-ink hover:underline';

/**
 * The footer (specification, section 2). Members on phones see a line of two entries, which opens the rest, also
 * without script. `us`: with the notice that several states of the USA require, on English pages. `className` sets the
 * padding below, for pages where a bar covers the bottom of the window.
 */
export function Footer({ us = false, className = 'pb-8' }: { us?: boolean; className?: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: user } = useQuery(userQuery);
  const { data: company } = useQuery(companyQuery);
  const { data: settings } = useQuery(settingsQuery);
  const { data: methods = [] } = useQuery(methodsQuery);
  const language = useLanguage();
  return (
    <footer className={cx('mt-auto border-t border-line bg-sunken text-13 text-ink-2', className)}>
      {user && <Line />}
      <div
        className={cx(
          'mx-auto grid w-full max-w-page gap-5 px-4 pt-7 md:px-8',
          user && 'max-md:pt-1 max-md:not-[:has([open])+&]:hidden',
        )}
      >
        <Links hasLine={Boolean(user)} />
        {company && (
          <address className="text-12 text-ink-3 not-italic">
            {company.name}, {company.address}, {company.city}, {format.country(company.country)} ·{' '}
            {say('shell.footer.registration', { number: company.kvk, vat: company.vat_numbers.join(' · ') })}
            {settings && (
              <>
                {' · '}
                <a href={`mailto:${settings.support_email}`} className="underline">
                  {settings.support_email}
                </a>
                {settings.support_phone !== '' && ` · ${settings.support_phone}`}
              </>
            )}
          </address>
        )}
        {methods.length > 0 && (
          <div className="grid gap-2">
            <p className="flex flex-wrap gap-1.5">
              {methods.map((id) => (
                <MethodSign key={id} of={id} size="sm" />
              ))}
            </p>
            <p className="text-12 text-ink-3">
              {say('shell.footer.methods', { methods: methods.map((id) => methodName(say, id)).join('\u00a0· ') })}
            </p>
          </div>
        )}
        <p className="text-12 text-ink-3">{say('shell.footer.disclaimer')}</p>
        {us && language === 'en' && settings && (
          <p className="text-12 text-ink-3">
            <Rich
              id="shell.footer.us"
              values={{ name: settings.name }}
              components={{
                safety: <Link to={`${pathTo('terms')}#safety`} className="underline" />,
                privacy: <Link to={pathTo('privacy')} className="underline" />,
              }}
            />
          </p>
        )}
      </div>
    </footer>
  );
}

/** The footer of members on phones until they open the rest. */
function Line(): ReactElement {
  const say = useSay();
  return (
    <div className="flex gap-5 px-4 pt-1 md:hidden">
      <Link to={pathTo('service')} className={linkLook}>
        {say('shell.footer.service')}
      </Link>
      <details className="group">
        <summary className={linkLook}>
          {say('shell.footer')}
          <Icon of={ChevronDown} size="xs" className="ml-1.5 group-open:rotate-180" />
        </summary>
      </details>
    </div>
  );
}

function Links({ hasLine }: { hasLine: boolean }): ReactElement {
  const say = useSay();
  return (
    <nav aria-label={say('shell.footer')}>
      <ul className="flex flex-wrap gap-x-5">
        {links.map((name) => (
          <li key={name} className={hasLine && name === 'service' ? 'max-md:hidden' : undefined}>
            <Link to={name === 'imprint' ? `${pathTo('service')}#company` : pathTo(name)} className={linkLook}>
              {say(`shell.footer.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
