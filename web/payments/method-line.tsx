import type { ReactElement } from 'react';

import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import { methodName } from './method-name.ts';
import { MethodSign } from './method-sign.tsx';
import { useSay } from '../platform/sentences.tsx';

/** A payment method's sign and name. */
export function MethodLine({ of }: { of: PaymentMethodId }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      <MethodSign of={of} size="sm" />
      {methodName(useSay(), of)}
    </span>
  );
}
