import { reloadGuardMs } from '../../contract/limits.ts';

const key = 'tealight.reloaded-at';

/** A chunk that cannot be loaded (a new version was deployed) reloads the page, at most once in 60 seconds. */
export function guardChunkLoads(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < reloadGuardMs) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  });
}
