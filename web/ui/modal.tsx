import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { DataRouter } from 'react-router';

import { useDataRouter } from './use-data-router.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/**
 * Going back closes the dialog and keeps the page, without a history entry: a close watcher hears the back key. Without
 * one, or if back is a history navigation, a router blocker closes the dialog.
 */
export function Modal({ open, onOpenChange, children }: ModalProps) {
  const close = useEffectEvent(() => onOpenChange(false));
  const router = useDataRouter();
  useEffect(() => (open ? registerModal(router, () => close()) : undefined), [open, router]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>{children}</Radix.Portal>
    </Radix.Root>
  );
}

declare global {
  interface Window {
    /** Receives close requests such as Android's back key; not available in Safari. */
    CloseWatcher?: new () => EventTarget & { destroy(): void };
  }
}

/** Close functions of all open modals, the lowest first. */
const open: (() => void)[] = [];
/**
 * Keeps the page from scrolling under modals. Radix's overlay would do so by inherited properties of the body, for
 * which the browser derives the styles of the whole page again: 80 ms on a phone, 5 ms for these two.
 */
function hold(held: boolean): void {
  const { style, clientWidth } = document.documentElement;
  style.scrollbarGutter = held && window.innerWidth > clientWidth ? 'stable' : '';
  style.overflow = held ? 'hidden' : '';
}

/** A router has one blocker at a time. */
const blocker = 'modal';

/** Registers an open modal: back key and history navigation close the top one until the returned function is called. */
function registerModal(router: DataRouter | undefined, close: () => void): () => void {
  if (open.push(close) === 1) hold(true);
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
    if (open.length > 0) return;
    hold(false);
    router?.deleteBlocker(blocker);
  };
}

/** Returns the focus to where it was when the dialog opened: our dialogs have no trigger. */
export function useReturnFocus(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      opener.current = activeElement instanceof HTMLElement ? activeElement : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      opener.current?.focus({ preventScroll: true });
    },
  };
}
