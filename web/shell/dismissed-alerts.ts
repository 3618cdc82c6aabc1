import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

import { type AlertName, dismissedIn } from '../../contract/dismissed.ts';

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
 * The alerts that were dismissed in this browser. A cookie keeps them, so that the server leaves them out and nothing on the
 * page moves.
 */
export function useDismissed(): readonly AlertName[] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const cookie = useSyncExternalStore(subscribe, readCookie, () => root?.dismissed ?? '');
  return dismissedIn(cookie);
}

/** The same outside of a component. */
export function readDismissed(): readonly AlertName[] {
  return dismissedIn(readCookie());
}

/** Dismisses an alert for good. */
export function dismissAlert(name: AlertName): void {
  writeDismissed([...readEntries(), `${name}:${Math.floor(Date.now() / 1000)}`]);
}

/** Lets an alert be shown again. */
export function recallAlert(name: AlertName): void {
  const entries = readEntries();
  const others = entries.filter((entry) => !entry.startsWith(`${name}:`));
  if (others.length < entries.length) writeDismissed(others);
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
