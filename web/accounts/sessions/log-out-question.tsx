import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { errorText } from '../../platform/calls/errors.ts';
import { loadMoreSentences, useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { logOut } from './log-out.ts';

/** Loads the component with its sentences, which a page may not have. */
export async function loadLogOutQuestion(): Promise<{ default: typeof LogOutQuestion }> {
  await loadMoreSentences('installed-app');
  return { default: LogOutQuestion };
}

function LogOutQuestion({ unsent: count, onClose }: { unsent: number; onClose: () => void }): ReactElement {
  const say = useSay();
  const leaving = useMutation({ mutationFn: logOut });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={say('installed-app.log-out-title', { count })}
      description={say('installed-app.log-out-text', { count })}
      confirmLabel={say('installed-app.log-out-anyway')}
      cancelLabel={say('installed-app.log-out-stay')}
      closeLabel={say('common.close')}
      risk
      busy={leaving.isPending}
      onConfirm={() => leaving.mutate()}
    >
      {leaving.error && <Alert tone="danger">{errorText(say, leaving.error)}</Alert>}
    </ConfirmDialog>
  );
}
