import { useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

const cookieName = 'dismissed';
const cookieDays = 365;
const listeners = new Set<() => void>();

/** Alerts that can be dismissed for good (specification, section 4), and the notice of the demo site. */
export type AlertName =
  | 'profile-photo'
  | 'push-notification'
  | 'disabled-notifications'
  | 'time-bonus'
  | 'install'
  | 'demo';

/** What the page's cookie says: the names and their times in seconds, such as `demo:1795334400.profile-photo:1795338000`. */
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
export function useDismissed(): readonly string[] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const cookie = useSyncExternalStore(subscribe, readCookie, () => root?.dismissed ?? '');
  return namesIn(cookie);
}

/** The same outside of a component. */
export function readDismissed(): readonly string[] {
  return namesIn(readCookie());
}

function namesIn(cookie: string): string[] {
  return cookie.split('.').map((entry) => entry.split(':')[0] ?? '');
}

/** Dismisses an alert for good. */
export function dismissAlert(name: AlertName): void {
  const entries = readCookie().split('.').filter(Boolean);
  const value = [...entries, `${name}:${Math.floor(Date.now() / 1000)}`].join('.');
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${cookieName}=${value}; path=/; max-age=${cookieDays * 86_400}; samesite=lax${secure}`;
  for (const listener of listeners) listener();
}
