import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';

/** Sends the mail that confirms an address again, and says that it did or why not. */
export function SendAgain({ wide = false }: { wide?: boolean }): ReactElement {
  const say = useSay();
  const again = useMutation({ mutationFn: () => call('sendActivationMail') });
  return (
    <span className="contents" aria-live="polite">
      {again.isSuccess && <span className="font-semibold">{say('shell.confirm-sent')}</span>}
      {again.error && <span className="font-semibold">{errorText(say, again.error)}</span>}
      {!again.isSuccess && !again.error && (
        <Button
          variant={wide ? 'primary' : 'plain'}
          size={wide ? 'md' : 'sm'}
          wide={wide}
          busy={again.isPending}
          onClick={() => again.mutate()}
        >
          {say('shell.confirm-again')}
        </Button>
      )}
    </span>
  );
}
