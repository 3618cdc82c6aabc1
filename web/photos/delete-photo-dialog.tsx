import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before a photo is deleted: it cannot be brought back. */
export function DeletePhotoDialog(props: { busy: boolean; onClose: () => void; onConfirm: () => void }): ReactElement {
  const say = useSay();
  return (
    <ConfirmDialog
      open
      risk
      onOpenChange={(open) => !open && props.onClose()}
      title={say('photos.delete-title')}
      description={say('photos.delete-text')}
      confirmLabel={say('photos.delete')}
      cancelLabel={say('common.cancel')}
      closeLabel={say('common.close')}
      busy={props.busy}
      onConfirm={props.onConfirm}
    />
  );
}
