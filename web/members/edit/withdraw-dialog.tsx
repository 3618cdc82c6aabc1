import type { ReactElement } from 'react';

import { useSay } from '../../platform/sentences.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export interface WithdrawDialogProps {
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what withdrawing the consent erases, before it does. */
export function WithdrawDialog({ busy, onClose, onConfirm }: WithdrawDialogProps): ReactElement {
  const say = useSay();
  return (
    <ConfirmDialog
      open
      risk
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={say('members.withdraw-title')}
      description={say('members.withdraw-text')}
      confirmLabel={say('members.withdraw-confirm')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      onConfirm={onConfirm}
    />
  );
}
