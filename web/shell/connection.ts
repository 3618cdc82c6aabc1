import { useSyncExternalStore } from 'react';

import { pageWaitMs } from '../../contract/limits.ts';

const lookEveryMs = 5_000;

/** The browser may think that there is a network when the site cannot be reached, and does not say when it was mistaken. */
let isCutOff = false;
const listeners = new Set<() => void>();

export function isOnline(): boolean {
  return navigator.onLine && !isCutOff;
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the site can be reached, as far as anybody knows. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnection, isOnline, () => true);
}

/** The service worker could not reach the site for this page: without a connection until the site answers again. */
export function noteCutOff(): void {
  if (isCutOff) return;
  setCutOff(true);
  const look = async (): Promise<void> => {
    if (!(await isReachable())) return;
    clearInterval(timer);
    window.removeEventListener('online', lookNow);
    setCutOff(false);
  };
  const lookNow = (): void => void look();
  const timer = setInterval(lookNow, lookEveryMs);
  window.addEventListener('online', lookNow);
}

function setCutOff(cutOff: boolean): void {
  isCutOff = cutOff;
  for (const listener of listeners) listener();
}

/** Asked in a way that the service worker leaves alone, and once more rather than for as long as a browser waits. */
function isReachable(): Promise<boolean> {
  return fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(pageWaitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
