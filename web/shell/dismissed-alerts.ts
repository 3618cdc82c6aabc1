import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import { type AlertName, type BrowserAlert, dismissedIn } from '../../contract/dismissed.ts';
import { userQuery } from '../queries.ts';

const cookieName = 'dismissed';
const cookieDays = 365;
const listeners = new Set<() => void>();

/** What the page's cookie says. */
function readCookie(): string {
  return new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The alerts that were dismissed: in this browser, whose cookie keeps them, so that the server leaves them out and nothing
 * on the page moves, and by the member, whose account keeps them.
 */
export function useDismissed(): readonly AlertName[] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const cookie = useSyncExternalStore(subscribe, readCookie, () => root?.dismissed ?? '');
  const { data: user } = useQuery(userQuery);
  return [...dismissedIn(cookie), ...(user?.alerts_dismissed ?? [])];
}

/** Those of this browser, outside of a component. */
export function readDismissed(): readonly BrowserAlert[] {
  return dismissedIn(readCookie());
}

/** Dismisses an alert of this browser for good. */
export function dismissAlert(name: BrowserAlert): void {
  writeDismissed([...readEntries(), `${name}:${Math.floor(Date.now() / 1000)}`]);
}

/** The names of the cookie with their times. */
export function readEntries(): string[] {
  return readCookie().split('.').filter(Boolean);
}

export function writeDismissed(entries: readonly string[]): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookieName}=${entries.join('.')}; path=/; max-age=${cookieDays * 86_400}; samesite=lax${secure}`;
  for (const listener of listeners) listener();
}
