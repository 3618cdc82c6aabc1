import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import { type AlertName, type BrowserAlert, dismissedIn } from '../../contract/accounts/dismissed.ts';
import { userQuery } from './calls/queries.ts';
import { readCookie, writeCookie } from './storage/storage.ts';

const cookieName = 'dismissed';
const cookieDays = 365;
const listeners = new Set<() => void>();

const readDismissals = (): string => readCookie(cookieName);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the dismissed alerts. The cookie lets the server leave them out, so that nothing moves; the account has the
 * others.
 */
export function useDismissed(): readonly AlertName[] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const cookie = useSyncExternalStore(subscribe, readDismissals, () => root?.dismissed ?? '');
  const { data: user } = useQuery(userQuery);
  return [...dismissedIn(cookie), ...(user?.alerts_dismissed ?? [])];
}

/** Returns the dismissed alerts of this browser, outside of a component. */
export function readDismissed(): readonly BrowserAlert[] {
  return dismissedIn(readDismissals());
}

export function dismissAlert(name: BrowserAlert): void {
  writeDismissed([...readEntries(), `${name}:${Math.floor(Date.now() / 1000)}`]);
}

/** Returns the entries of the cookie: names with the times of dismissal. */
export function readEntries(): string[] {
  return readDismissals().split('.').filter(Boolean);
}

export function writeDismissed(entries: readonly string[]): void {
  writeCookie(cookieName, entries.join('.'), cookieDays);
  for (const listener of listeners) listener();
}
