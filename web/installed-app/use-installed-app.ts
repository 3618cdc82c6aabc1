import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

import { keep } from '../chat/member-storage.ts';
import { settingsQuery, userQuery } from '../platform/queries.ts';
import { loadSentences, useLanguage, useSay } from '../platform/sentences.tsx';
import { dismissAlert, readDismissed } from '../platform/dismissed-alerts.ts';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { showToast } from '../ui/toast.ts';
import { closeRead } from './close-read.ts';
import { keepReadable } from './keep-readable.ts';
import { offerInstall } from './offer-install.ts';
import { runWorker } from './run-worker.ts';

/** Makes a member's pages an app: runs the service worker and keeps data for offline use. */
export function useInstalledApp(member: string): void {
  const queries = useQueryClient();
  const language = useLanguage();
  const say = useSay();
  const tellUpdate = useEffectEvent(async (takeOver: () => void) => {
    await loadSentences(language, ['app']);
    showToast({
      id: 'app-update',
      tone: 'info',
      seconds: 60,
      children: say('app.update'),
      action: { label: say('app.update-action'), onPress: takeOver },
    });
  });
  const tellInstall = useEffectEvent(async (ask: () => void) => {
    if (readDismissed().includes('install')) return;
    await loadSentences(language, ['app']);
    const name = queries.getQueryData(settingsQuery.queryKey)?.name;
    showToast({
      id: 'app-install',
      tone: 'info',
      seconds: 30,
      children: say('app.install', { name }),
      action: { label: say('app.install-action'), onPress: ask },
    });
    // Offered once, whatever the answer.
    dismissAlert('install');
  });
  useEffect(() => runWorker(language, (takeOver) => void tellUpdate(takeOver)), [language]);
  useEffect(() => offerInstall(queries, (ask) => void tellInstall(ask)), [queries]);
  useEffect(() => {
    // A page that hydrates only on interaction looks here for data that others have left.
    keep(member, 'readable', true);
    return keepReadable(member, queries);
  }, [member, queries]);
  const { unread: messages, likes } = useUnreadCounts();
  const isFetched = useFetchedHere(userQuery.queryKey);
  const { pathname } = useLocation();
  useEffect(() => {
    // On failure, the member can still close them.
    void closeRead({ path: pathname, unread: isFetched ? { messages, likes } : null }).catch(() => undefined);
  }, [pathname, isFetched, messages, likes]);
}

/** True if this page has fetched the query itself: data from its HTML, and changes to that data, can be old. */
function useFetchedHere(queryKey: readonly unknown[]): boolean {
  const cache = useQueryClient().getQueryCache();
  const [isFetched, setFetched] = useState(false);
  useEffect(() => {
    const hash = hashKey(queryKey);
    return cache.subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryHash !== hash) return;
      if (event.action.type === 'success' && !event.action.manual) setFetched(true);
    });
  }, [cache, queryKey]);
  return isFetched;
}
