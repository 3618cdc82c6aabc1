import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import type { QueryClient } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { type AccountAlert, type AlertName, type BrowserAlert, dismissedIn } from '../../contract/dismissed.ts';
import { call } from '../call.ts';
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

/** Whether the member, who is known by now, dismissed an alert about their account. */
export function hasDismissed(queries: QueryClient, name: AccountAlert): boolean {
  return queries.getQueryData(userQuery.queryKey)?.alerts_dismissed.includes(name) ?? true;
}

/** Dismisses alerts about the account for good, or lets them be shown again. The page does not wait for the server. */
export function setDismissed(queries: QueryClient, alerts: readonly AccountAlert[], dismissed: boolean): void {
  if (alerts.length === 0) return;
  queries.setQueryData(userQuery.queryKey, (user) => {
    if (!user) return user;
    const others = user.alerts_dismissed.filter((name) => !alerts.includes(name));
    return { ...user, alerts_dismissed: dismissed ? [...others, ...alerts] : others };
  });
  // Not worth an error: at worst it is shown once more.
  void call('dismissAlerts', { alerts: [...alerts], dismissed }).catch(() => undefined);
}

/** Dismisses an alert about the account, from a component. */
export function useDismiss(): (name: AccountAlert) => void {
  const queries = useQueryClient();
  return (name) => setDismissed(queries, [name], true);
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
