import { useRef } from 'react';

/**
 * Returns the focus to where it was when a dialog opened, because our dialogs have no trigger. If it was in a menu,
 * which is gone by then, it returns to the menu's button. Pass both handlers to the dialog's content.
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
