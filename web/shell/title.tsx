import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';

import { settingsQuery } from '../platform/calls/queries.ts';
import { routeTable } from '../platform/pages/route-table.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { ServedPageContext } from '../platform/pages/page-context.ts';
import { useUnreadCounts } from './unread-counts.ts';

/** Title of the page: number of unread messages and new likes in parentheses, page, site (specification, section 2). */
export function Title({ children }: { children: string }): ReactElement {
  return <TitleIn say={useSay()}>{children}</TitleIn>;
}

export function TitleIn({ say, children }: { say: Say; children: string }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { total } = useUnreadCounts();
  const title = `${children} · ${settings?.name ?? say('common.brand')}`;
  return <HeadTitle>{total > 0 ? say('common.title-count', { count: total, title }) : title}</HeadTitle>;
}

/** The title of a page, and of its shared links. Those of a page about a member name nobody (`web/share`). */
export function HeadTitle({ children }: { children: string }): ReactElement {
  const name = use(ServedPageContext)?.name;
  return (
    <>
      <title>{children}</title>
      {name && routeTable[name].indexed && <meta property="og:title" content={children} />}
    </>
  );
}

export function HeadDescription({ children }: { children: string }): ReactElement {
  const name = use(ServedPageContext)?.name;
  return (
    <>
      <meta name="description" content={children} />
      {name && (routeTable[name].indexed || routeTable[name].shared) && (
        <meta property="og:description" content={children} />
      )}
    </>
  );
}
