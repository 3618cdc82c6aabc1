import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';

/** Tells a member whose address is not confirmed that nobody can reply yet, and offers to send the mail again. */
export function ConfirmReminder({ name, email }: { name: string; email: string }): ReactElement {
  const say = useSay();
  const again = useMutation({ mutationFn: () => call('sendActivationMail') });
  return (
    <p
      className="mx-auto mt-3 max-w-[34em] rounded-photo bg-sunken px-4 py-2.5 text-center text-13 text-pretty wrap-anywhere text-ink-2"
      aria-live="polite"
    >
      {again.isSuccess
        ? say('chat.confirm-own-done', { email })
        : again.isError
          ? errorText(say, again.error)
          : say('chat.confirm-own', { name })}{' '}
      {!again.isSuccess && (
        <button
          type="button"
          aria-busy={again.isPending || undefined}
          aria-disabled={again.isPending || undefined}
          onClick={() => again.isPending || again.mutate()}
          className="rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3"
        >
          {say('chat.confirm-own-action')}
        </button>
      )}
    </p>
  );
}
