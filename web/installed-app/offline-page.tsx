import { toId } from '../../contract/platform/id.ts';
import { type QueryClient, onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, matchPath, useNavigate, useSearchParams } from 'react-router';

import { definePage, getPageQueries, readContext, safeNext } from '../platform/pages/page.ts';
import { interestsQuery, keys, userQuery } from '../platform/calls/queries.ts';
import { pathTo, routeTable } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { readCookie, readItem, setItem } from '../platform/storage/storage.ts';
import { handleCutOff, isOnline, onConnection } from '../platform/calls/connection.ts';
import { parseTheme, themeCookieName } from '../platform/theme.ts';
import { Title } from '../shell/title.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { leftBehind, listRecords, membersIn } from '../platform/storage/database.ts';
import { inTime } from '../platform/storage/in-time.ts';
import type { KeptQuery } from './keep-readable.ts';

const page = definePage('offline', {
  parts: ['installed-app'],
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
    // Otherwise the router loads no second page offline, for fear of a reload loop (`worker/respond.ts`).
    setItem('sessionStorage', leftByRouter, null);
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
        {say('installed-app.offline')}
        {isMember && ` ${say('installed-app.offline-member')}`}
      </EmptyState>
    </div>
  );
}

function isKept(queries: QueryClient, path: string): boolean {
  const { pathname } = new URL(path, location.origin);
  if (!queries.getQueryData(keys.user)) return false;
  if (pathname === pathTo('profile')) return true;
  const conversation = matchPath(routeTable['chats-id'].path, pathname)?.params['id'];
  const hasChats = queries.getQueryData(keys.chats) !== undefined;
  if (conversation !== undefined) return hasChats && Boolean(queries.getQueryData(keys.chat(toId(conversation))));
  return hasChats && (pathname === pathTo('chats') || pathname === pathTo('shared'));
}

/** Restores the data and theme of the member whose browser this is: the HTML is the same for everybody. */
async function restoreKept(queries: QueryClient): Promise<void> {
  const theme = parseTheme(readCookie(themeCookieName));
  if (theme) document.documentElement.dataset['theme'] = theme;
  onlineManager.setOnline(navigator.onLine);
  try {
    for (const { queryKey, data, at } of await inTime(readKept()))
      // Data that was fetched meanwhile is newer.
      if (queryKey[0] === keys.settings[0] || queries.getQueryData(queryKey) === undefined)
        queries.setQueryData(queryKey, data, { updatedAt: at });
  } catch {
    // Storage is forbidden or does not respond: the page only says that it is offline.
  }
}

async function readKept(): Promise<KeptQuery[]> {
  const owner = readItem('localStorage', leftBehind);
  const members = (await membersIn('kept')).filter((member) => owner === null || member === owner);
  // If there is data of two members, that of one is about to be removed.
  return members.length === 1 ? ((await listRecords('kept', members[0]!)) as KeptQuery[]) : [];
}
