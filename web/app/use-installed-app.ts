import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

import { settingsQuery, userQuery } from '../queries.ts';
import { loadSentences, useLanguage, useSay } from '../sentences.tsx';
import { dismissAlert, readDismissed } from '../shell/dismissed-alerts.ts';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { showToast } from '../ui/toast.ts';
import { closeRead } from './close-read.ts';
import { keepReadable } from './keep-readable.ts';
import { offerInstall } from './offer-install.ts';
import { runWorker } from './run-worker.ts';

/** What makes the pages of a member an app: the service worker, and what it can show without a connection. */
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
  useEffect(() => keepReadable(member, queries), [member, queries]);
  const { unread: messages, likes } = useUnreadCounts();
  const { dataUpdatedAt } = useQuery(userQuery);
  const [madeAt] = useState(dataUpdatedAt);
  // It is fetched again seconds after the start.
  const isMade = dataUpdatedAt === madeAt;
  const { pathname } = useLocation();
  useEffect(() => {
    // What stays on the screen can be closed there.
    void closeRead({ path: pathname, unread: isMade ? null : { messages, likes } }).catch(() => undefined);
  }, [pathname, isMade, messages, likes]);
}
