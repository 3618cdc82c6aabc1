import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, matchPath, useNavigate, useSearchParams } from 'react-router';

import { keys } from '../platform/query-keys.ts';
import { definePage, getPageQueries, readContext, safeNext } from '../platform/page.ts';
import { interestsQuery, userQuery } from '../platform/queries.ts';
import { pathTo, routeTable } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { isOnline, handleCutOff, onConnection } from '../shell/connection.ts';
import { Title } from '../shell/title.tsx';
import { keepInTab } from '../platform/tab-storage.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { restoreKept } from './restore-kept.ts';

const page = definePage('offline', {
  parts: ['app'],
  load: async ({ ensure }) => {
    // The member's own profile needs them.
    await ensure(interestsQuery);
  },
});

/** Leaves the user out of the HTML: null would remove a member's unsent data, and the kept data has the user. */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page.loader(args);
  getPageQueries(readContext(args.context)).removeQueries({ queryKey: keys.user });
  return null;
}
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Tab storage key where the router notes that it has loaded a whole page to find its route. */
const leftByRouter = 'react-router-manifest-version';

/** The worker's response to any page while offline: opens the wanted page if kept, or waits for the connection. */
export default function OfflinePage(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const [restored, setRestored] = useState(false);
  const [search] = useSearchParams();
  const wanted = search.get('to');
  const target = safeNext(wanted, pathTo('members'));
  useEffect(() => {
    // Without a target, the page was opened directly, maybe online.
    if (wanted === null) return;
    handleCutOff();
    // Otherwise the router loads no second page offline, for fear of a reload loop (`worker/answer.ts`).
    keepInTab(leftByRouter, null);
  }, [wanted]);
  useEffect(() => void restoreKept(queries).then(() => setRestored(true)), [queries]);
  useEffect(() => {
    if (wanted === null || !restored) return undefined;
    if (isKept(queries, target)) return void navigate(target, { replace: true });
    const leave = (): void => {
      if (isOnline()) location.replace(target);
    };
    leave();
    return onConnection(leave);
  }, [wanted, restored, target, queries, navigate]);
  const isMember = restored && Boolean(user);
  return (
    <div className="grid flex-1 place-content-center">
      <Title>{say('shell.error.offline')}</Title>
      <EmptyState
        level={1}
        title={say('shell.error.offline')}
        action={
          <>
            {isMember && <LinkButton to={pathTo('chats')}>{say('shell.messages')}</LinkButton>}
            {isMember && (
              <LinkButton to={pathTo('profile')} variant="second">
                {say('shell.profile')}
              </LinkButton>
            )}
            <LinkButton to={target} reloadDocument variant={isMember ? 'plain' : 'primary'}>
              {say('common.retry')}
            </LinkButton>
          </>
        }
      >
        {say('app.offline')}
        {isMember && ` ${say('app.offline-member')}`}
      </EmptyState>
    </div>
  );
}

/** True if a page can be opened with kept data. */
function isKept(queries: QueryClient, path: string): boolean {
  const { pathname } = new URL(path, location.origin);
  if (!queries.getQueryData(keys.user)) return false;
  if (pathname === pathTo('profile')) return true;
  const conversation = matchPath(routeTable['chats-id'].path, pathname)?.params['id'];
  const hasChats = queries.getQueryData(keys.chats) !== undefined;
  if (conversation !== undefined) return hasChats && Boolean(queries.getQueryData(keys.chat(conversation)));
  return hasChats && (pathname === pathTo('chats') || pathname === pathTo('shared'));
}
