import { useCallback, useSyncExternalStore } from 'react';

const key = 'tealight.dismissed';
const listeners = new Set<() => void>();

/** The alerts that can be put away for good (specification, section 4), and the notice of the demo site. */
export type AlertName = 'profile-photo' | 'push-notification' | 'disabled-notifications' | 'demo';

function read(): Partial<Record<AlertName, string>> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<AlertName, string>>;
  } catch {
    // Somebody else wrote here, or storage is closed: nothing is dismissed.
    return {};
  }
}

/** Whether an alert was put away in this browser, and how to put it away: remembered with its moment. */
export function useDismissed(name: AlertName): [dismissed: boolean, dismiss: () => void] {
  const dismissed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read()[name] !== undefined,
    // The server cannot know. The demo's notice is there from the first byte, so that nothing moves for a newcomer;
    // the others appear once the browser has had its say.
    () => name !== 'demo',
  );
  const dismiss = useCallback(() => {
    localStorage.setItem(key, JSON.stringify({ ...read(), [name]: new Date().toISOString() }));
    for (const listener of listeners) listener();
  }, [name]);
  return [dismissed, dismiss];
}
