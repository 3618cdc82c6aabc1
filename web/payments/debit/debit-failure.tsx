import type { ReactElement } from 'react';

import type { ErrorAnswer } from '../../../contract/platform/errors.ts';
import { errorText } from '../../platform/errors.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ResendActivation } from '../../shell/resend-activation.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { WifiOff } from '../../ui/icon.tsx';

/** Refusals after which only another method helps. */
const endings = new Set([
  'code.used',
  'debit.account-blocked',
  'debit.limit',
  'debit.refused',
  'payment.method',
  'payment.limit',
]);

/** Why a step was refused, unless its fields show it; without a connection, that nothing is lost. */
export function DebitFailure(props: {
  failure: ErrorAnswer | null | undefined;
  hidden?: boolean;
}): ReactElement | null {
  const say = useSay();
  const { failure, hidden = false } = props;
  if (!failure || hidden) return null;
  if (typeof navigator !== 'undefined' && !navigator.onLine)
    return (
      <Alert tone="info" icon={WifiOff}>
        {say('directdebit.offline')}
      </Alert>
    );
  return (
    <Alert
      tone="danger"
      action={
        <>
          {failure.error === 'debit.unconfirmed' && <ResendActivation />}
          {endings.has(failure.error) && (
            <LinkButton to={pathTo('credits')} variant="quiet" size="sm">
              {say('directdebit.other-method')}
            </LinkButton>
          )}
        </>
      }
    >
      {errorText(say, failure)}
    </Alert>
  );
}
