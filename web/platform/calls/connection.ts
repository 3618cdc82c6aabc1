import { useSyncExternalStore } from 'react';

import { pageWaitMs } from '../../../contract/platform/limits.ts';
import { createStore } from '../store.ts';

const lookEveryMs = 5_000;

/** The site cannot be reached. The browser may report a network all the same, and does not say when it was wrong. */
const cutOff = createStore(false);

export function isOnline(): boolean {
  return navigator.onLine && !cutOff.read();
}

export function onConnection(listener: () => void): () => void {
  const stop = cutOff.subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnection, isOnline, () => true);
}

/** Counts the page as offline until the site responds: the service worker could not reach it. */
export function handleCutOff(): void {
  if (cutOff.read()) return;
  cutOff.set(true);
  const look = async (): Promise<void> => {
    if (!(await isReachable())) return;
    clearInterval(timer);
    window.removeEventListener('online', lookNow);
    cutOff.set(false);
  };
  const lookNow = (): void => void look();
  const timer = setInterval(lookNow, lookEveryMs);
  window.addEventListener('online', lookNow);
}

/** Uses a request that the worker leaves alone, and repeats it rather than wait for the browser's own timeout. */
function isReachable(): Promise<boolean> {
  return fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(pageWaitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
