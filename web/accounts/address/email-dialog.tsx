import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';

import { call } from '../../platform/calls/call.ts';
import { fieldTexts } from '../../platform/calls/errors.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { loadMoreSentences, useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { CallForm } from '../call-form.tsx';
import { EmailField } from './email-field.tsx';
import { OwnPassword, passwordIn, useAsksPassword } from '../passwords/own-password.tsx';

/** Loads the dialog with its sentences, which the page may lack. */
export async function loadEmailDialog(): Promise<{ default: typeof EmailDialog }> {
  await loadMoreSentences('accounts', 'access');
  return { default: EmailDialog };
}

interface EmailDialogProps {
  meant: string | undefined;
  onClose: () => void;
}

/** Asks for another address, which takes effect when its owner opens the link in the mail sent to it. */
function EmailDialog({ meant, onClose }: EmailDialogProps): ReactElement {
  const say = useSay();
  const formId = useId();
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: async (fields: FormData) => {
      const email = String(fields.get('email') ?? '').trim();
      await call('changeEmail', { email, ...passwordIn(fields) });
      return email;
    },
    onSuccess: async (email) => {
      await queries.invalidateQueries({ queryKey: userQuery.queryKey });
      showToast({ children: say('access.email-sent', { email }) });
      onClose();
    },
  });
  const asks = useAsksPassword(asking);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeLabel={say('common.close')}
      title={say('access.email-change')}
      description={say('access.email-change-lead')}
      actions={
        <>
          <Button variant="second" onClick={onClose}>
            {say('common.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={asking.isPending}>
            {say('access.email-new-save')}
          </Button>
        </>
      }
    >
      <CallForm id={formId} call={asking}>
        <EmailField
          label={say('access.email-new')}
          defaultValue={meant}
          error={fieldTexts(say, asking.error)['email']}
        />
        <OwnPassword asks={asks} error={asking.error} />
      </CallForm>
    </Dialog>
  );
}
