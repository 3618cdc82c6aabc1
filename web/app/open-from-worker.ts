/**
 * Goes where a notification leads that was clicked while this page is open (`web/app/worker/push.ts`), and says so to the
 * worker. Returns a function that ends it.
 */
export function openFromWorker(open: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const life = new AbortController();
  const { serviceWorker } = navigator;
  const listen = ({ data, ports }: MessageEvent): void => {
    const { open: path } = (data ?? {}) as { open?: unknown };
    if (typeof path !== 'string' || !path.startsWith('/')) return;
    open(path);
    ports[0]?.postMessage(true);
  };
  serviceWorker.addEventListener('message', listen, life);
  return () => life.abort();
}
