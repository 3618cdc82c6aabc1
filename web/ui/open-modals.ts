import type { DataRouter } from 'react-router';

declare global {
  interface Window {
    /** Receives close requests such as Android's back key; not available in Safari. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** Close functions of all open modals, the lowest first. */
const open: (() => void)[] = [];
/** A router has one blocker at a time. */
const blocker = 'modal';

/** Registers an open modal: back key and history navigation close the top one until the returned function is called. */
export function registerModal(router: DataRouter | undefined, close: () => void): () => void {
  open.push(close);
  router?.getBlocker(blocker, ({ historyAction }) => {
    if (historyAction !== 'POP') return false;
    open.at(-1)?.();
    return true;
  });
  // With a close watcher, the back key causes no history navigation.
  const watcher = window.CloseWatcher ? new window.CloseWatcher() : null;
  watcher?.addEventListener('close', close);
  return () => {
    open.splice(open.indexOf(close), 1);
    watcher?.destroy();
    if (open.length === 0) router?.deleteBlocker(blocker);
  };
}
