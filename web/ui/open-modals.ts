import type { DataRouter } from 'react-router';

declare global {
  interface Window {
    /** Hears what asks to close, such as Android's back key; Safari has none yet. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** What is open above the page, the lowest first: how each is closed. */
const open: (() => void)[] = [];
/** A router has one blocker at a time. */
const blocker = 'modal';

/**
 * Notes that something is open above the page, until the function that is returned is called. Until then the back key and
 * steps in the history call `close` of what lies on top instead.
 */
export function noteOpen(router: DataRouter | undefined, close: () => void): () => void {
  open.push(close);
  router?.getBlocker(blocker, ({ historyAction }) => {
    if (historyAction !== 'POP') return false;
    open.at(-1)?.();
    return true;
  });
  // No step in the history is taken then.
  const watcher = window.CloseWatcher ? new window.CloseWatcher() : null;
  watcher?.addEventListener('close', close);
  return () => {
    open.splice(open.indexOf(close), 1);
    watcher?.destroy();
    if (open.length === 0) router?.deleteBlocker(blocker);
  };
}
