import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useId } from 'react';

import { call } from '../platform/call.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.ts';
import { passkeysQuery } from './accounts-queries.ts';
import { OwnPassword, passwordIn, useAsksPassword } from './own-password.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

/** Asks for confirmation before removing a passkey, and for the password if the login is not fresh. */
export function RemovePasskey(props: { id: string; name: string; onClose: () => void }): ReactElement {
  const { id, name, onClose } = props;
  const say = useSay();
  const formId = useId();
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: (proof: { password?: string }) => call('removePasskey', { id, ...proof }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      showToast({ children: say('access.passkey-removed') });
      onClose();
    },
  });
  const form = useFocusFirstError(removing.error);
  const asks = useAsksPassword(removing);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    removing.mutate(passwordIn(new FormData(event.currentTarget)));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeLabel={say('common.close')}
      title={say('access.passkey-remove-title')}
      description={say('access.passkey-remove-lead', { name })}
      actions={
        <>
          <Button variant="second" onClick={onClose}>
            {say('common.cancel')}
          </Button>
          <Button type="submit" variant="risk" form={formId} busy={removing.isPending}>
            {say('access.passkey-remove')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4 empty:hidden">
        {removing.error && Object.keys(fieldTexts(say, removing.error)).length === 0 && (
          <Alert tone="danger">{errorText(say, removing.error)}</Alert>
        )}
        <OwnPassword asks={asks} error={removing.error} />
      </form>
    </Dialog>
  );
}
