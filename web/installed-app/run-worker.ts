import type { Language } from '../../contract/platform/languages.ts';

const updateEveryMs = 3_600_000;
/** How long a new worker has to take over. */
const takeOverMs = 5_000;

/**
 * Registers the service worker and tells it the member's language. `onUpdate` is called when a new version waits,
 * with a function that lets it take over and reloads the page. Nothing else does so, since a member may be writing.
 */
export function runWorker(language: Language, onUpdate: (takeOver: () => void) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const life = new AbortController();
  void start(language, onUpdate, life)
    // Refused by the browser or its user, or offline: the next page tries again.
    .catch(() => undefined);
  return () => life.abort();
}

async function start(
  language: Language,
  onUpdate: (takeOver: () => void) => void,
  life: AbortController,
): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  if (life.signal.aborted) return;
  const offer = (worker: ServiceWorker): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage({ language });
    // The first worker replaces none.
    if (!navigator.serviceWorker.controller || life.signal.aborted) return;
    onUpdate(() => {
      // The old worker may be busy for minutes, and reloading under it loses nothing.
      const late = setTimeout(() => location.reload(), takeOverMs);
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'activated') return;
        clearTimeout(late);
        location.reload();
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker.postMessage({ type: 'take-over' });
    });
  };
  const watch = (worker: ServiceWorker | null): void =>
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker), life);
  registration.active?.postMessage({ language });
  if (registration.waiting) offer(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing), life);
  // A page of an app may stay open for days.
  const timer = setInterval(() => void registration.update().catch(() => undefined), updateEveryMs);
  life.signal.addEventListener('abort', () => clearInterval(timer));
}
