import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel: ReactNode;
  onConfirm: () => void;
  /** Paints the main action in red: for what cannot be undone. */
  risk?: boolean;
  busy?: boolean;
  closeLabel?: string;
  children?: ReactNode;
};

/** A question with a yes and a no. It closes only through its caller, so that a failed yes can be tried again. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel, onConfirm, risk = false, busy = false, children, ...rest } = props;
  return (
    <Dialog
      {...rest}
      actions={
        <>
          <Button variant="quiet" onClick={() => rest.onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button variant={risk ? 'risk' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
