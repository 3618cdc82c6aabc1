import { useCallback, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';

const cookieName = 'dismissed';
const cookieDays = 365;
const listeners = new Set<() => void>();

/** Alerts that can be dismissed for good (specification, section 4), and the notice of the demo site. */
export type AlertName = 'profile-photo' | 'push-notification' | 'disabled-notifications' | 'demo';

/** What the page's cookie says: the names and their times in seconds, such as `demo:1795334400.profile-photo:1795338000`. */
function readCookie(): string {
  return new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1] ?? '';
}

function has(cookie: string, name: AlertName): boolean {
  return cookie.split('.').some((entry) => entry.startsWith(`${name}:`));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Whether an alert was dismissed in this browser, and a function that dismisses it. A cookie keeps it, so that the server
 * leaves the alert out and nothing on the page moves.
 */
export function useDismissed(name: AlertName): [dismissed: boolean, dismiss: () => void] {
  const root = useRouteLoaderData<{ dismissed: string }>('root');
  const dismissed = useSyncExternalStore(
    subscribe,
    () => has(readCookie(), name),
    () => has(root?.dismissed ?? '', name),
  );
  const dismiss = useCallback(() => {
    const entries = readCookie().split('.').filter(Boolean);
    const value = [...entries, `${name}:${Math.floor(Date.now() / 1000)}`].join('.');
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `${cookieName}=${value}; path=/; max-age=${cookieDays * 86_400}; samesite=lax${secure}`;
    for (const listener of listeners) listener();
  }, [name]);
  return [dismissed, dismiss];
}
