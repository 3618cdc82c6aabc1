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

/**
 * Script for the head of a page: names the dismissed alerts in an attribute of the root element, by which `app.css` hides
 * the elements with their `data-alert`.
 */
export const hideDismissed = `try{document.documentElement.dataset.dismissed=Object.keys(JSON.parse(localStorage['${key}'])).join(' ')}catch{}`;

/** Whether an alert was dismissed in this browser, and a function that dismisses it and stores the time. */
export function useDismissed(name: AlertName): [dismissed: boolean, dismiss: () => void] {
  const dismissed = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read()[name] !== undefined,
    // The server cannot know, and renders the alert, so that nothing shifts later. `hideDismissed` hides a dismissed one
    // before it is painted.
    () => false,
  );
  const dismiss = useCallback(() => {
    localStorage.setItem(key, JSON.stringify({ ...read(), [name]: new Date().toISOString() }));
    for (const listener of listeners) listener();
  }, [name]);
  return [dismissed, dismiss];
}
