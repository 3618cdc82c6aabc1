import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../platform/queries.ts';
import { type Say, useSay } from '../platform/sentences.tsx';
import { useUnreadCounts } from './unread-counts.ts';

/** Title of the page: number of unread messages and new likes in parentheses, page, site (specification, section 2). */
export function Title({ children }: { children: string }): ReactElement {
  return <TitleIn say={useSay()}>{children}</TitleIn>;
}

/** The same with other sentences, such as those of the error page. */
export function TitleIn({ say, children }: { say: Say; children: string }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { total } = useUnreadCounts();
  const title = `${children} · ${settings?.name ?? say('common.brand')}`;
  return <title>{total > 0 ? say('common.title-count', { count: total, title }) : title}</title>;
}
