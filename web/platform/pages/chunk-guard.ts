import { reloadGuardMs } from '../../../contract/shell/limits.ts';
import { LoadError } from '../calls/call.ts';
import { readItem, setItem } from '../storage/storage.ts';

declare global {
  interface Window {
    /** The router, which puts itself there once the page is hydrated. */
    __reactRouterDataRouter?: {
      state: { navigation: { state: string; location?: { pathname: string; search: string; hash: string } } };
    };
  }
}

const key = 'tealight.reloaded-at';

/** Returns whether the user has interacted with the page; undefined if the browser does not say. */
export const readActivation = (): UserActivation | undefined => navigator.userActivation;

/**
 * Guards the loading of files, which may be missing after a deployment. During a navigation, the browser loads the
 * target page itself, at most once in 60 seconds. A page at rest is never reloaded, because a member may be writing in
 * it: only the component that needs the file is missing (`ui/lazy-part.ts`).
 */
export function guardChunkLoads(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (leaves()) event.preventDefault();
  });
}

/** Loads a file that our code fetches itself, under the same guard. */
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
  const last = Number(readItem('sessionStorage', key) ?? 0);
  if (Date.now() - last < reloadGuardMs) return false;
  // Without a note it would reload forever.
  if (!setItem('sessionStorage', key, String(Date.now()))) return false;
  // Back navigation has changed the URL already.
  if (target === location.href) location.reload();
  else location.assign(target);
  return true;
}

/** Finds the target of a navigation; this page, if it is neither hydrated nor touched; null if it is at rest. */
function findTarget(): string | null {
  const router = window.__reactRouterDataRouter;
  if (!router) return readActivation()?.hasBeenActive === false ? location.href : null;
  const { state, location: next } = router.state.navigation;
  return state === 'loading' && next ? location.origin + next.pathname + next.search + next.hash : null;
}
