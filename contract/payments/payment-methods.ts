import type { Country, Currency } from '../platform/countries.ts';

/** How a method is paid. `transfer` and `debit` take days, `app` waits for the buyer's phone, others take minutes. */
export type MethodKind = 'card' | 'bank' | 'wallet' | 'voucher' | 'app' | 'transfer' | 'debit';

/** `legacy`: discontinued, named only by old orders. Sites turn methods off with the setting `payment_providers`. */
type MethodState = 'live' | 'legacy';

interface PaymentMethod {
  /** The brand name or an English name; `web/payments/methods.tsx` translates names that are words. */
  label: string;
  kind: MethodKind;
  state: MethodState;
  /** The provider's name of it. Several cards may share a name; without a name, it cannot be ordered there. */
  mollie?: string;
  stripe?: string;
}

/** The specification, section 9. */
export const paymentMethods = {
  sepa_direct_debit: {
    label: 'SEPA direct debit',
    kind: 'debit',
    state: 'live',
    mollie: 'directdebit',
    stripe: 'sepa_debit',
  },
  wire_transfer: {
    label: 'Wire transfer',
    kind: 'transfer',
    state: 'live',
    mollie: 'banktransfer',
    stripe: 'customer_balance',
  },
  credit_card: { label: 'Credit card', kind: 'card', state: 'live', mollie: 'creditcard', stripe: 'card' },
  visa: { label: 'Visa', kind: 'card', state: 'live', mollie: 'creditcard', stripe: 'card' },
  mastercard: { label: 'Mastercard', kind: 'card', state: 'live', mollie: 'creditcard', stripe: 'card' },
  maestro: { label: 'Maestro', kind: 'card', state: 'legacy', mollie: 'creditcard' },
  paypal: { label: 'PayPal', kind: 'wallet', state: 'live', mollie: 'paypal', stripe: 'paypal' },
  ideal: { label: 'iDEAL | Wero', kind: 'bank', state: 'live', mollie: 'ideal', stripe: 'ideal' },
  bancontact: { label: 'Bancontact', kind: 'bank', state: 'live', mollie: 'bancontact', stripe: 'bancontact' },
  apple_pay: { label: 'Apple Pay', kind: 'wallet', state: 'live', mollie: 'applepay', stripe: 'apple_pay' },
  blik: { label: 'Blik', kind: 'app', state: 'live', mollie: 'blik', stripe: 'blik' },
  giropay: { label: 'Giropay', kind: 'bank', state: 'legacy', mollie: 'giropay', stripe: 'giropay' },
  sofort: { label: 'Sofort', kind: 'bank', state: 'legacy', mollie: 'sofort', stripe: 'sofort' },
  eps: { label: 'EPS', kind: 'bank', state: 'live', mollie: 'eps', stripe: 'eps' },
  dankort: { label: 'Dankort', kind: 'card', state: 'live', mollie: 'creditcard' },
  mobilepay: { label: 'MobilePay', kind: 'app', state: 'live', mollie: 'mobilepay', stripe: 'mobilepay' },
  swish: { label: 'Swish', kind: 'app', state: 'live', mollie: 'swish', stripe: 'swish' },
  twint: { label: 'Twint', kind: 'app', state: 'live', mollie: 'twint', stripe: 'twint' },
  satispay: { label: 'Satispay', kind: 'app', state: 'live', mollie: 'satispay', stripe: 'satispay' },
  vipps: { label: 'Vipps', kind: 'app', state: 'live', mollie: 'vipps' },
  carte_bancaire: {
    label: 'Carte bancaire',
    kind: 'card',
    state: 'live',
    mollie: 'creditcard',
    stripe: 'cartes_bancaires',
  },
  nexi: { label: 'Nexi', kind: 'card', state: 'live', mollie: 'creditcard' },
  paysafecard: { label: 'Paysafecard', kind: 'voucher', state: 'live', mollie: 'paysafecard' },
  przelewy24: { label: 'Przelewy24', kind: 'bank', state: 'live', mollie: 'przelewy24', stripe: 'p24' },
} as const satisfies Record<string, PaymentMethod>;

export type PaymentMethodId = keyof typeof paymentMethods;

/** Methods that cannot refund: support transfers the money to an account that the buyer names. */
export const methodsRefundedByHand: readonly PaymentMethodId[] = ['wire_transfer', 'paysafecard'];

export function canBeStored(method: PaymentMethodId): boolean {
  return paymentMethods[method].kind === 'card';
}

export const methodIds = Object.keys(paymentMethods) as PaymentMethodId[];

interface Market {
  countries: readonly Country[];
  currencies: readonly Currency[];
}

const euro: Market = { countries: ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'FI'], currencies: ['EUR'] };

/** The markets of a method; one without an entry is shown everywhere. Elsewhere, general names cover national cards. */
export const methodMarkets: Partial<Record<PaymentMethodId, Market>> = {
  sepa_direct_debit: euro,
  wire_transfer: euro,
  ideal: { countries: ['NL'], currencies: ['EUR'] },
  bancontact: { countries: ['BE'], currencies: ['EUR'] },
  blik: { countries: ['PL'], currencies: ['PLN'] },
  giropay: { countries: ['DE'], currencies: ['EUR'] },
  sofort: { countries: ['DE', 'AT', 'BE', 'ES', 'IT', 'NL'], currencies: ['EUR'] },
  eps: { countries: ['AT'], currencies: ['EUR'] },
  dankort: { countries: ['DK'], currencies: ['DKK'] },
  mobilepay: { countries: ['DK', 'FI'], currencies: ['DKK', 'EUR'] },
  swish: { countries: ['SE'], currencies: ['SEK'] },
  twint: { countries: ['CH'], currencies: ['CHF'] },
  satispay: { countries: ['IT', 'FR'], currencies: ['EUR'] },
  vipps: { countries: ['NO'], currencies: ['NOK'] },
  carte_bancaire: { countries: ['FR'], currencies: ['EUR'] },
  nexi: { countries: ['IT'], currencies: ['EUR'] },
  paysafecard: {
    countries: ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'GB', 'PL', 'CH', 'FI', 'NO', 'SE'],
    currencies: ['EUR', 'GBP', 'PLN', 'CHF', 'NOK', 'SEK'],
  },
  przelewy24: { countries: ['PL'], currencies: ['PLN', 'EUR'] },
};

/** Returns a provider's name of a method; undefined if it does not support it. */
export function nameAtProvider(provider: string, method: PaymentMethodId): string | undefined {
  const names: PaymentMethod = paymentMethods[method];
  return provider === 'mollie' || provider === 'stripe' ? names[provider] : undefined;
}
