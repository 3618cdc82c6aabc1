import { reloadGuardMs } from '../../contract/limits.ts';
import { LoadError } from '../load-error.ts';
import { keepInTab, readInTab } from '../tab-storage.ts';

declare global {
  interface Window {
    /** The router, once the page is alive. It puts itself there. */
    __reactRouterDataRouter?: {
      state: { navigation: { state: string; location?: { pathname: string; search: string; hash: string } } };
    };
  }
}

const key = 'tealight.reloaded-at';

/** Whether somebody has touched the page; undefined where the browser does not tell. */
export const readActivation = (): UserActivation | undefined => navigator.userActivation;

/**
 * Decides what becomes of the page when a file of the program cannot be loaded, such as after a deployment. If it is on
 * the way to another one, the browser goes there by itself, at most once in 60 seconds. A page that rests is never loaded
 * again, because somebody may be writing in it: only the part that needs the file stays away (`ui/lazy-part.ts`).
 */
export function guardChunkLoads(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (leaves()) event.preventDefault();
  });
}

/** The same for files that our code fetches itself. */
export async function guardedLoad<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The page is about to be replaced, so the promise never settles.
    if (leaves()) return await new Promise<never>(() => undefined);
    throw new LoadError('a file of the pages did not come', { cause: error });
  }
}

function leaves(): boolean {
  const target = findTarget();
  // The current page is better than the browser's error page.
  if (target === null || !navigator.onLine) return false;
  const last = Number(readInTab(key) ?? 0);
  if (Date.now() - last < reloadGuardMs) return false;
  // Without a note it would do so for ever.
  if (!keepInTab(key, String(Date.now()))) return false;
  // The way back has changed the address already.
  if (target === location.href) location.reload();
  else location.assign(target);
  return true;
}

/** Where the page is going: to another one, or into life as long as nobody has touched it; null if it rests. */
function findTarget(): string | null {
  const router = window.__reactRouterDataRouter;
  if (!router) return readActivation()?.hasBeenActive === false ? location.href : null;
  const { state, location: next } = router.state.navigation;
  return state === 'loading' && next ? location.origin + next.pathname + next.search + next.hash : null;
}
