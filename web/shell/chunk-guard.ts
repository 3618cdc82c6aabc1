import { reloadGuardMs } from '../../contract/limits.ts';

const key = 'tealight.reloaded-at';

/** A chunk that cannot be loaded (a new version was deployed) reloads the page, at most once in 60 seconds. */
export function guardChunkLoads(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}

/** The same for files that the program fetches itself. */
export async function guardedLoad<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The page is on its way out: whoever waits need not be told.
    if (reloadOnce()) return await new Promise<never>(() => undefined);
    throw error;
  }
}

function reloadOnce(): boolean {
  // What is there is better than a page of the browser that says there is nothing.
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < reloadGuardMs) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}
