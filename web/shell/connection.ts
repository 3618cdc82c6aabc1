import { useSyncExternalStore } from 'react';

import { pageWaitMs } from '../../contract/platform/limits.ts';

const lookEveryMs = 5_000;

/** The site cannot be reached. The browser may report a network all the same, and does not say when it was wrong. */
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

/** True if the site can be reached, as far as is known. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onConnection, isOnline, () => true);
}

/** Counts the page as offline until the site responds: the service worker could not reach it. */
export function handleCutOff(): void {
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

/** Uses a request that the worker leaves alone, and repeats it rather than wait for the browser's own timeout. */
function isReachable(): Promise<boolean> {
  return fetch('/robots.txt', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(pageWaitMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
