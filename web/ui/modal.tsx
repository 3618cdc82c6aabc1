import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

import { noteOpen } from './open-modals.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/**
 * What every dialog stands in. Going back closes it and leaves the page where it is, without an entry in the history that
 * something would have to take out again: a close watcher hears the back key, and where there is none, or where back is a
 * step in the history, the router asks before it (`open-modals.ts`).
 */
export function Modal({ open, onOpenChange, children }: ModalProps) {
  const close = useEffectEvent(() => onOpenChange(false));
  const router = use(UNSAFE_DataRouterContext)?.router;
  useEffect(() => (open ? noteOpen(router, () => close()) : undefined), [open, router]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>{children}</Radix.Portal>
    </Radix.Root>
  );
}
