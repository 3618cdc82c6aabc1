/** Opens the page that the worker asks for, and confirms it (`worker/push.ts`). Returns a function that stops this. */
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
