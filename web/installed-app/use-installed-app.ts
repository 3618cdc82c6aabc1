import { type QueryClient, hashKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';

import type { Language } from '../../contract/platform/languages.ts';
import { chatsQuery } from '../cache/list-pages.ts';
import { keep } from '../platform/storage/member-storage.ts';
import { dismissAlert, readDismissed } from '../platform/dismissed-alerts.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { loadSentences, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { useUnreadCounts } from '../shell/unread-counts.ts';
import { showToast } from '../ui/toast.ts';
import { popInstallEvent } from './early-install.ts';
import { keepReadable } from './keep-readable.ts';

/** Makes a member's pages an app: runs the service worker and keeps data for offline use. */
export function useInstalledApp(member: MemberId): void {
  const queries = useQueryClient();
  const language = useLanguage();
  const say = useSay();
  const showUpdate = useEffectEvent(async (takeOver: () => void) => {
    await loadSentences(language, ['installed-app']);
    showToast({
      id: 'app-update',
      tone: 'info',
      seconds: 60,
      children: say('installed-app.update'),
      action: { label: say('installed-app.update-action'), onPress: takeOver },
    });
  });
  const showInstall = useEffectEvent(async (ask: (() => void) | null) => {
    if (readDismissed().includes('install')) return;
    const { showInstallOffer } = await import('./install-offer.tsx');
    await loadSentences(language, ['installed-app']);
    showInstallOffer(say, queries.getQueryData(settingsQuery.queryKey)?.name ?? say('common.brand'), ask);
    // Offered once, whatever the answer.
    dismissAlert('install');
  });
  useEffect(() => runWorker(language, (takeOver) => void showUpdate(takeOver)), [language]);
  useEffect(() => offerInstall(queries, (ask) => void showInstall(ask)), [queries]);
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

interface Read {
  path: string;
  /** Unread counts; null if the page only has the counts it was loaded with, which can be older than a push. */
  unread: { messages: number; likes: number } | null;
}

/** Closes notifications that lead to the open page, and those of kinds with nothing unread. */
export async function closeRead({ path, unread }: Read): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const left = shown.tag === 'like' ? unread?.likes : unread?.messages;
    if (left === 0 || (shown.data as { path?: unknown } | null)?.path === path) shown.close();
  }
}

const conversationsBefore = 2;

/** Sent by Chromium if the site can be installed. `prompt` works once. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** True on iPhones and iPads, whose browsers send no event. `standalone` exists only there. */
const isForShareSheet = (): boolean =>
  (globalThis.navigator as { standalone?: boolean } | undefined)?.standalone === false;

/**
 * Waits until the member talks to several people and so will come back. `ask` is null where only the share sheet of the
 * browser can install. Returns a function that stops this.
 */
export function offerInstall(queries: QueryClient, offer: (ask: (() => void) | null) => void): () => void {
  const life = new AbortController();
  let held = popInstallEvent() as InstallEvent | undefined;
  let isOffered = false;
  const offerIfDue = (): void => {
    const conversations = queries.getQueryData(chatsQuery.queryKey)?.chats.length ?? 0;
    if (isOffered || conversations < conversationsBefore || !(held || isForShareSheet())) return;
    const event = held;
    isOffered = true;
    held = undefined;
    offer(event ? () => void event.prompt() : null);
  };
  const hold = (event: Event): void => {
    event.preventDefault();
    held = event as InstallEvent;
    // The script in the page's head may also hold it.
    popInstallEvent();
    offerIfDue();
  };
  window.addEventListener('beforeinstallprompt', hold, life);
  const stop = queries.getQueryCache().subscribe(offerIfDue);
  offerIfDue();
  return () => {
    life.abort();
    stop();
  };
}

const updateEveryMs = 3_600_000;
const takeOverMs = 5_000;

/**
 * Starts the service worker. `onUpdate` gets the only function that lets a waiting version take over, since a member
 * may be writing.
 */
function runWorker(language: Language, onUpdate: (takeOver: () => void) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const life = new AbortController();
  void start(language, onUpdate, life)
    // Refused by the browser or its user, or offline: the next page tries again.
    .catch(() => undefined);
  return () => life.abort();
}

async function start(
  language: Language,
  onUpdate: (takeOver: () => void) => void,
  life: AbortController,
): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (life.signal.aborted) return;
  const offer = (worker: ServiceWorker): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage({ language });
    // The first worker replaces none.
    if (!navigator.serviceWorker.controller || life.signal.aborted) return;
    onUpdate(() => {
      // The old worker may be busy for minutes, and reloading under it loses nothing.
      const late = setTimeout(() => location.reload(), takeOverMs);
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'activated') return;
        clearTimeout(late);
        location.reload();
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage({ type: 'take-over' });
    });
  };
  const watch = (worker: ServiceWorker | null): void =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker), life);
  registration.active?.postMessage({ language });
  if (registration.waiting) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing), life);
  // A page of an app may stay open for days.
  const timer = setInterval(() => void registration.update().catch(() => undefined), updateEveryMs);
  life.signal.addEventListener('abort', () => clearInterval(timer));
}
