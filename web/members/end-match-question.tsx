import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences/sentences.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before a like is taken back that is a match, because both members lose it. */
export function EndMatchQuestion(props: { name: string; onEnd: () => void; onClose: () => void }): ReactElement {
  const { name, onEnd, onClose } = props;
  const say = useSay();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeLabel={say('common.close')}
      title={say('members.end-match-title', { name })}
      description={say('members.end-match-text')}
      confirmLabel={say('members.end-match')}
      cancelLabel={say('common.cancel')}
      risk
      onConfirm={() => {
        onClose();
        onEnd();
      }}
    />
  );
}
