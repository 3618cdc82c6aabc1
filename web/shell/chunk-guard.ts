import { reloadGuardMs } from '../../contract/limits.ts';

const key = 'tealight.reloaded-at';

/** Reloads the page when a chunk cannot be loaded (after a deployment), at most once in 60 seconds. */
export function guardChunkLoads(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}

/** The same for files that our code fetches itself. */
export async function guardedLoad<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The page is about to be replaced, so the promise never settles.
    if (reloadOnce()) return await new Promise<never>(() => undefined);
    throw error;
  }
}

function reloadOnce(): boolean {
  // The current page is better than the browser's error page.
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < reloadGuardMs) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}
