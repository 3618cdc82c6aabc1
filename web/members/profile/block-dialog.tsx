import type { ReactElement } from 'react';

import { useSay } from '../../sentences.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export interface BlockDialogProps {
  name: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Says what a block does before it is done: conversation and likes are deleted. */
export function BlockDialog({ name, busy, onClose, onConfirm }: BlockDialogProps): ReactElement {
  const say = useSay();
  return (
    <ConfirmDialog
      open
      risk
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={say('members.block-title', { name })}
      description={say('members.block-text', { name })}
      confirmLabel={say('members.block-confirm')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      onConfirm={onConfirm}
    />
  );
}
