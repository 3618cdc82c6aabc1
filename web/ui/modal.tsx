import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useEffectEvent } from 'react';

import { noteOpen } from './open-modals.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/**
 * What every dialog stands in. Going back closes it and leaves the page where it is, without an entry in the history that
 * something would have to take out again: a close watcher hears the back key, and where there is none, or where back is a
 * step in the history, the router asks before it (`shell/use-back-closes.ts`).
 */
export function Modal({ open, onOpenChange, children }: ModalProps) {
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => (open ? noteOpen(() => close()) : undefined), [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>{children}</Radix.Portal>
    </Radix.Root>
  );
}
