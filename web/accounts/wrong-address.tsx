import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Press } from '../shell/resend-activation.tsx';
import { Button } from '../ui/button.tsx';
import { ChangeEmail } from './change-email.tsx';
import { useSuggestedEmail } from './use-suggested-email.ts';

interface WrongAddressProps {
  /** The address that bounced, if any. */
  refused: string | null;
  wide?: boolean;
}

/** Corrects an address that was mistyped at sign-up, shown next to the hint that no email arrived. */
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
