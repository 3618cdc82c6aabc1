import { useRef } from 'react';

/**
 * Takes the focus back to where it was when a dialog opened: our dialogs have no trigger of their own to go back to.
 * A menu is gone by then; the button that opened it takes its place. Put both on the dialog's content.
 */
export function useReturnFocus(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      const { activeElement } = document;
      const menu = activeElement?.closest('[role=menu]');
      const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
      opener.current = found instanceof HTMLElement ? found : null;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      opener.current?.focus({ preventScroll: true });
    },
  };
}
