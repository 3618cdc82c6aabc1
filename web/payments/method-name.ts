import { type PaymentMethodId, paymentMethods } from '../../contract/payment-methods.ts';
import type { Say } from '../sentences.tsx';
import { CreditCard, Landmark, type LucideIcon, Smartphone, Wallet } from '../ui/icon.tsx';

/** The name of a payment method: brands are called the same everywhere, kinds of payment are translated. */
export function methodName(say: Say, id: PaymentMethodId): string {
  if (id === 'sepa_direct_debit') return say('payments.method.sepa_direct_debit');
  if (id === 'wire_transfer') return say('payments.method.wire_transfer');
  if (id === 'credit_card') return say('payments.method.credit_card');
  return paymentMethods[id].label;
}

const banks: readonly PaymentMethodId[] = [
  'sepa_direct_debit',
  'wire_transfer',
  'ideal',
  'eps',
  'przelewy24',
  'bancontact',
];
const phones: readonly PaymentMethodId[] = ['apple_pay', 'mobilepay', 'swish', 'twint', 'vipps', 'blik', 'satispay'];
const wallets: readonly PaymentMethodId[] = ['paypal', 'paysafecard'];

/** The icon shown beside a payment method. */
export function methodIcon(id: PaymentMethodId): LucideIcon {
  if (banks.includes(id)) return Landmark;
  if (phones.includes(id)) return Smartphone;
  return wallets.includes(id) ? Wallet : CreditCard;
}
