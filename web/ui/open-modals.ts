declare global {
  interface Window {
    /** Hears what asks to close, such as Android's back key; Safari has none yet. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** What is open above the page, the lowest first: how each is closed. */
const open: (() => void)[] = [];

/** Whether anything is open above the page. */
export const isModalOpen = (): boolean => open.length > 0;

/** Closes what lies on top. */
export const closeTopmost = (): void => open.at(-1)?.();

/** Notes that something is open above the page, until the function that is returned is called. The back key calls `close`. */
export function noteOpen(close: () => void): () => void {
  open.push(close);
  // No step in the history is taken then.
  const watcher = window.CloseWatcher ? new window.CloseWatcher() : null;
  watcher?.addEventListener('close', close);
  return () => {
    open.splice(open.indexOf(close), 1);
    watcher?.destroy();
  };
}
