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
  /** Makes the main action red: for actions that cannot be undone. */
  risk?: boolean;
  busy?: boolean;
  closeLabel?: string;
  children?: ReactNode;
};

/** A question with a yes and a no. Only its caller closes it, so that a failed yes can be retried. */
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
