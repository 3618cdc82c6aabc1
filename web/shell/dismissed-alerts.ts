import { useCallback, useSyncExternalStore } from 'react';

const key = 'tealight.dismissed';
const listeners = new Set<() => void>();

/** Alerts that can be dismissed for good (specification, section 4), and the notice of the demo site. */
export type AlertName = 'profile-photo' | 'push-notification' | 'disabled-notifications' | 'demo';

function read(): Partial<Record<AlertName, string>> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<AlertName, string>>;
  } catch {
    // The stored text is broken or storage is not available: nothing is dismissed.
    return {};
  }
}

/** Whether an alert was dismissed in this browser, and a function that dismisses it and stores the time. */
export function useDismissed(name: AlertName): [dismissed: boolean, dismiss: () => void] {
  const dismissed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read()[name] !== undefined,
    // The server cannot know. It renders the demo notice, so that nothing shifts on a first visit; the other alerts
    // appear after hydration.
    () => name !== 'demo',
  );
  const dismiss = useCallback(() => {
    localStorage.setItem(key, JSON.stringify({ ...read(), [name]: new Date().toISOString() }));
    for (const listener of listeners) listener();
  }, [name]);
  return [dismissed, dismiss];
}
