import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

import { registerModal } from './open-modals.ts';

export interface ModalProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/**
 * The base of every dialog. Going back closes it and keeps the page, without a history entry to clean up: a close
 * watcher hears the back key. Without one, or if back is a history navigation, a router blocker does
 * (`open-modals.ts`).
 */
export function Modal({ open, onOpenChange, children }: ModalProps) {
  const close = useEffectEvent(() => onOpenChange(false));
  const router = use(UNSAFE_DataRouterContext)?.router;
  useEffect(() => (open ? registerModal(router, () => close()) : undefined), [open, router]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>{children}</Radix.Portal>
    </Radix.Root>
  );
}
