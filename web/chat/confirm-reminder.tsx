import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';

/** Says to a member whose own address is not confirmed that nobody can reply yet, and sends the mail again. */
export function ConfirmReminder({ name, email }: { name: string; email: string }): ReactElement {
  const say = useSay();
  const again = useMutation({ mutationFn: () => call('sendActivationMail') });
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-2 text-13 text-ink-2" aria-live="polite">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {again.isSuccess
          ? say('chat.confirm-own-done', { email })
          : again.isError
            ? errorText(say, again.error)
            : say('chat.confirm-own', { name })}
      </p>
      {!again.isSuccess && (
        <Button variant="plain" size="sm" busy={again.isPending} onClick={() => again.mutate()}>
          {say('chat.confirm-own-action')}
        </Button>
      )}
    </div>
  );
}
