import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import { CreditCard, Landmark, type LucideIcon, Smartphone, Wallet } from '../ui/icon.tsx';

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
