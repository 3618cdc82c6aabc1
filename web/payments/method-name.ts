import { type PaymentMethodId, paymentMethods } from '../../contract/payments/payment-methods.ts';
import type { Say } from '../platform/sentences.tsx';

/** The name of a payment method: brands have one name everywhere, generic methods are translated. */
export function methodName(say: Say, id: PaymentMethodId): string {
  if (id === 'sepa_direct_debit') return say('common.method.sepa_direct_debit');
  if (id === 'wire_transfer') return say('common.method.wire_transfer');
  if (id === 'credit_card') return say('common.method.credit_card');
  return paymentMethods[id].label;
}
