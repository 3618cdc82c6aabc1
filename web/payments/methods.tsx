import type { ReactElement } from 'react';

import { type PaymentMethodId, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import signs from './method-signs.svg?url';

/** Returns the name of a payment method: brands have one name everywhere, generic methods are translated. */
export function methodName(say: Say, id: PaymentMethodId): string {
  if (id === 'sepa_direct_debit') return say('common.method.sepa_direct_debit');
  if (id === 'wire_transfer') return say('common.method.wire_transfer');
  if (id === 'credit_card') return say('common.method.credit_card');
  return paymentMethods[id].label;
}

/** Decorative: the method's name is next to it. All signs share one cacheable file, so that scripts do not grow. */
export function MethodSign({ of, size = 'md' }: { of: PaymentMethodId; size?: 'md' | 'sm' }): ReactElement {
  return (
    <svg viewBox="0 0 36 24" aria-hidden="true" className={cx('shrink-0', size === 'md' ? 'h-6 w-9' : 'h-5 w-7.5')}>
      <use href={`${signs}#${of}`} />
    </svg>
  );
}

export function MethodLine({ of }: { of: PaymentMethodId }): ReactElement {
  return (
    <span className="inline-flex items-center gap-2">
      <MethodSign of={of} size="sm" />
      {methodName(useSay(), of)}
    </span>
  );
}
