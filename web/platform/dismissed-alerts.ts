import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import { type AlertName, type BrowserAlert, dismissedIn } from '../../contract/accounts/dismissed.ts';
import { userQuery } from './queries.ts';

const cookieName = 'dismissed';
const cookieDays = 365;
const listeners = new Set<() => void>();

function readCookie(): string {
  return new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The dismissed alerts: those in this browser's cookie, which lets the server leave them out, so that nothing on the
 * page moves, and those in the member's account.
 */
export function useDismissed(): readonly AlertName[] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const cookie = useSyncExternalStore(subscribe, readCookie, () => root?.dismissed ?? '');
  const { data: user } = useQuery(userQuery);
  return [...dismissedIn(cookie), ...(user?.alerts_dismissed ?? [])];
}

/** The dismissed alerts of this browser, outside of a component. */
export function readDismissed(): readonly BrowserAlert[] {
  return dismissedIn(readCookie());
}

/** Dismisses an alert of this browser for good. */
export function dismissAlert(name: BrowserAlert): void {
  writeDismissed([...readEntries(), `${name}:${Math.floor(Date.now() / 1000)}`]);
}

/** The entries of the cookie: names with the times of dismissal. */
export function readEntries(): string[] {
  return readCookie().split('.').filter(Boolean);
}

export function writeDismissed(entries: readonly string[]): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookieName}=${entries.join('.')}; path=/; max-age=${cookieDays * 86_400}; samesite=lax${secure}`;
  for (const listener of listeners) listener();
}
