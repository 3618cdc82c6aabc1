import { useMutation } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';

/** Sends the activation mail again and shows the result. A link within a sentence, or a wide button. */
export function ResendActivation({ wide = false }: { wide?: boolean }): ReactElement {
  const say = useSay();
  const again = useMutation({ mutationFn: () => call('sendActivationMail') });
  return (
    <span className="contents" aria-live="polite">
      {again.isSuccess && <span className="font-semibold">{say('shell.confirm-sent')}</span>}
      {again.error && <span className="font-semibold">{errorText(say, again.error)}</span>}
      {!again.isSuccess && !again.error && (
        <Press wide={wide} busy={again.isPending} onPress={() => again.mutate()}>
          {say('shell.confirm-again')}
        </Press>
      )}
    </span>
  );
}

export function Press(props: { wide: boolean; busy: boolean; onPress: () => void; children: ReactNode }): ReactElement {
  const { wide, busy, onPress, children } = props;
  if (wide)
    return (
      <Button wide busy={busy} onClick={onPress}>
        {children}
      </Button>
    );
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => busy || onPress()}
      className="rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3 max-[279px]:whitespace-normal"
    >
      {children}
    </button>
  );
}
