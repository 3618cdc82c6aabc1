import { paymentMethods } from '../../contract/payments/payment-methods.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { PaymentRow } from './queries.ts';

/** Returns the method in words; brand names are the same in every language. */
export function methodName(say: Say, method: PaymentRow['method']): string {
  if (method === 'sepa_direct_debit' || method === 'wire_transfer' || method === 'credit_card')
    return say(`common.method.${method}`);
  return paymentMethods[method].label;
}
