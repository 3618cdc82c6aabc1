import { type ReactElement, useState } from 'react';
import { useSearchParams } from 'react-router';

import { ChangeEmail } from './change-email.tsx';
import { useSuggestedEmail } from './suggest-email.ts';
import { loadMoreSentences, useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Press, ResendActivation } from './resend-activation.tsx';

const smartphone = '(max-width: 767.98px) and (pointer: coarse)';

interface HelpProps {
  email: string;
  isRefused: boolean;
}

/** Loads the component with its sentences, which a page may not have. */
export async function loadActivationHelp(): Promise<{ default: typeof ActivationHelp }> {
  await loadMoreSentences('access');
  return { default: ActivationHelp };
}

/** The form for another address and, on a smartphone right after sign-up, the same reminder as a dialog. */
function ActivationHelp({ email, isRefused }: HelpProps): ReactElement {
  const [query] = useSearchParams();
  const [isPhone] = useState(() => matchMedia(smartphone).matches);
  return (
    <>
      <WrongAddress refused={isRefused ? email : null} />
      {isPhone && query.has('api_signup_complete') && <ActivationDialog email={email} isRefused={isRefused} />}
    </>
  );
}

function ActivationDialog({ email, isRefused }: HelpProps): ReactElement {
  const say = useSay();
  const [query, setQuery] = useSearchParams();
  const close = (): void => {
    query.delete('api_signup_complete');
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={say('shell.confirm-title')}
      description={say(isRefused ? 'shell.confirm-refused' : 'shell.confirm', { email })}
      closeLabel={say('common.close')}
      actions={
        <>
          <WrongAddress wide refused={isRefused ? email : null} />
          {!isRefused && <ResendActivation wide />}
        </>
      }
    />
  );
}

interface WrongAddressProps {
  refused: string | null;
  wide?: boolean;
}

export function WrongAddress({ refused, wide = false }: WrongAddressProps): ReactElement {
  const say = useSay();
  return (
    <ChangeEmail meant={useSuggestedEmail(refused)}>
      {(open) =>
        wide ? (
          <Button wide variant="quiet" onClick={open}>
            {say('access.email-wrong')}
          </Button>
        ) : (
          <Press wide={false} busy={false} onPress={open}>
            {say('access.email-wrong')}
          </Press>
        )
      }
    </ChangeEmail>
  );
}
