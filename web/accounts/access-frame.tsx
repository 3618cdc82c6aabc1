import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { type RouteName, pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { LanguageMenu } from '../shell/language-menu.tsx';
import { HeadDescription, Title } from '../shell/title.tsx';
import { cx } from '../ui/cx.ts';
import { Logo } from '../ui/logo.tsx';

const links = ['terms', 'privacy', 'cookies', 'service'] as const satisfies readonly RouteName[];

export interface AccessFrameProps {
  title: string;
  lead?: ReactNode;
  /** A picture beside the title. */
  start?: ReactNode;
  foot?: ReactNode;
  /** 640 px wide instead of 440, for pages with pictures. */
  wide?: boolean;
  /** Without the drawing that phones show above short pages: the form needs the space. */
  plain?: boolean;
  children: ReactNode;
}

export function AccessFrame({
  title,
  lead,
  start,
  foot,
  wide = false,
  plain = wide,
  children,
}: AccessFrameProps): ReactElement {
  return (
    <div className="grid flex-1 lg:grid-cols-[minmax(0,1fr)_minmax(0,38%)]">
      <div className="flex min-w-0 flex-col">
        <AccessHeader />
        {!plain && <EveningHead />}
        <div
          className={cx(
            'mx-auto flex w-full flex-1 flex-col gap-6 px-5 pt-5 pb-12 md:pt-10',
            wide ? 'max-w-[680px]' : 'max-w-[480px]',
          )}
        >
          <Title>{title}</Title>
          {typeof lead === 'string' && <HeadDescription>{lead}</HeadDescription>}
          <div className="flex items-center gap-4">
            {start}
            <div className="grid min-w-0 flex-1 gap-2">
              <h1 className="speak text-26 text-balance md:text-34">{title}</h1>
              {lead !== undefined && <div className="text-pretty text-ink-2">{lead}</div>}
            </div>
          </div>
          {children}
          {foot !== undefined && <div className="text-15 text-ink-2">{foot}</div>}
        </div>
        <AccessFooter />
      </div>
      <Evening />
    </div>
  );
}

function AccessHeader(): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  return (
    <header className="flex min-h-16 items-center justify-between gap-3 px-5 lg:px-8">
      <Link to={pathTo(user ? 'members' : 'index')} className="reach flex rounded-small">
        <Logo name={settings?.name ?? say('common.brand')} />
      </Link>
      <LanguageMenu />
    </header>
  );
}

function AccessFooter(): ReactElement {
  const say = useSay();
  return (
    <footer className="px-5 pb-6 lg:px-8">
      <nav aria-label={say('shell.footer')} className="flex flex-wrap justify-center gap-x-3.5 text-13 text-ink-3">
        {links.map((name) => (
          <Link key={name} to={pathTo(name)} className="inline-flex min-h-11 min-w-11 items-center hover:underline">
            {say(`shell.footer.${name}`)}
          </Link>
        ))}
      </nav>
    </footer>
  );
}

/** The candles of the drawing beside desktop pages. Absent on the lowest phones, where it would hide the form. */
function EveningHead(): ReactElement {
  return (
    <div aria-hidden="true" className="night h-50 overflow-hidden bg-page lg:hidden [@media(height<36rem)]:hidden">
      <img
        src="/evening.svg"
        width={480}
        height={880}
        alt=""
        decoding="async"
        className="photo-dim size-full object-cover object-[50%_68%] md:object-[50%_64%]"
      />
    </div>
  );
}

function Evening(): ReactElement {
  const say = useSay();
  return (
    <aside aria-hidden="true" className="night hidden bg-page text-on-photo lg:block">
      <div className="sticky top-0 flex h-dvh flex-col justify-end overflow-hidden">
        <img
          src="/evening.svg"
          width={480}
          height={880}
          alt=""
          loading="lazy"
          decoding="async"
          className="photo-dim absolute inset-0 size-full object-cover object-bottom"
        />
        <div className="relative grid gap-1.5 bg-linear-to-t from-photo-shade to-transparent px-10 pt-14 pb-16 text-center">
          <p className="text-13">{say('accounts.first-line')}</p>
          <p className="speak text-26">{say('accounts.first-line-text')}</p>
        </div>
      </div>
    </aside>
  );
}
