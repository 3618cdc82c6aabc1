import type { Country, Currency } from '../platform/countries.ts';

/**
 * How a method is paid, which determines how long it takes: `card`, `bank` (on the bank's own page), `wallet` and
 * `voucher` take minutes, `app` waits until the buyer confirms on the phone, `transfer` and `debit` take days.
 */
export type MethodKind = 'card' | 'bank' | 'wallet' | 'voucher' | 'app' | 'transfer' | 'debit';

/** `legacy`: discontinued, named only by old orders. Sites turn methods off with the setting `payment_providers`. */
type MethodState = 'live' | 'legacy';

interface PaymentMethod {
  /** The brand name or an English name; `web/payments/method-name.ts` translates names that are words. */
  label: string;
  kind: MethodKind;
  state: MethodState;
}

/** The 24 payment methods of the specification, section 9. */
export const paymentMethods = {
  sepa_direct_debit: { label: 'SEPA direct debit', kind: 'debit', state: 'live' },
  wire_transfer: { label: 'Wire transfer', kind: 'transfer', state: 'live' },
  credit_card: { label: 'Credit card', kind: 'card', state: 'live' },
  visa: { label: 'Visa', kind: 'card', state: 'live' },
  mastercard: { label: 'Mastercard', kind: 'card', state: 'live' },
  maestro: { label: 'Maestro', kind: 'card', state: 'legacy' },
  paypal: { label: 'PayPal', kind: 'wallet', state: 'live' },
  ideal: { label: 'iDEAL | Wero', kind: 'bank', state: 'live' },
  bancontact: { label: 'Bancontact', kind: 'bank', state: 'live' },
  apple_pay: { label: 'Apple Pay', kind: 'wallet', state: 'live' },
  blik: { label: 'Blik', kind: 'app', state: 'live' },
  giropay: { label: 'Giropay', kind: 'bank', state: 'legacy' },
  sofort: { label: 'Sofort', kind: 'bank', state: 'legacy' },
  eps: { label: 'EPS', kind: 'bank', state: 'live' },
  dankort: { label: 'Dankort', kind: 'card', state: 'live' },
  mobilepay: { label: 'MobilePay', kind: 'app', state: 'live' },
  swish: { label: 'Swish', kind: 'app', state: 'live' },
  twint: { label: 'Twint', kind: 'app', state: 'live' },
  satispay: { label: 'Satispay', kind: 'app', state: 'live' },
  vipps: { label: 'Vipps', kind: 'app', state: 'live' },
  carte_bancaire: { label: 'Carte bancaire', kind: 'card', state: 'live' },
  nexi: { label: 'Nexi', kind: 'card', state: 'live' },
  paysafecard: { label: 'Paysafecard', kind: 'voucher', state: 'live' },
  przelewy24: { label: 'Przelewy24', kind: 'bank', state: 'live' },
} as const satisfies Record<string, PaymentMethod>;

export type PaymentMethodId = keyof typeof paymentMethods;

/** Methods that cannot refund: support transfers the money to an account that the buyer names. */
export const methodsRefundedByHand: readonly PaymentMethodId[] = ['wire_transfer', 'paysafecard'];

/** True if the means of payment can be stored for later orders. */
export function canBeStored(method: PaymentMethodId): boolean {
  return paymentMethods[method].kind === 'card';
}

export const methodIds = Object.keys(paymentMethods) as PaymentMethodId[];

interface Market {
  countries: readonly Country[];
  currencies: readonly Currency[];
}

/** The countries that pay in euro by SEPA. */
const euro: Market = { countries: ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'FI'], currencies: ['EUR'] };

/**
 * Countries and currencies in which a method is shown, even if a provider offers it elsewhere. A method without an
 * entry is shown everywhere. National cards are shown only at home; elsewhere, the general card names cover them.
 */
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

/** Each provider's name of a method. Several cards may share a name; without a name, a method cannot be ordered. */
const providerNames: Partial<Record<string, Partial<Record<PaymentMethodId, string>>>> = {
  mollie: {
    sepa_direct_debit: 'directdebit',
    wire_transfer: 'banktransfer',
    credit_card: 'creditcard',
    visa: 'creditcard',
    mastercard: 'creditcard',
    maestro: 'creditcard',
    paypal: 'paypal',
    ideal: 'ideal',
    bancontact: 'bancontact',
    apple_pay: 'applepay',
    blik: 'blik',
    giropay: 'giropay',
    sofort: 'sofort',
    eps: 'eps',
    dankort: 'creditcard',
    mobilepay: 'mobilepay',
    swish: 'swish',
    twint: 'twint',
    satispay: 'satispay',
    vipps: 'vipps',
    carte_bancaire: 'creditcard',
    nexi: 'creditcard',
    paysafecard: 'paysafecard',
    przelewy24: 'przelewy24',
  },
  stripe: {
    sepa_direct_debit: 'sepa_debit',
    wire_transfer: 'customer_balance',
    credit_card: 'card',
    visa: 'card',
    mastercard: 'card',
    paypal: 'paypal',
    ideal: 'ideal',
    bancontact: 'bancontact',
    apple_pay: 'apple_pay',
    blik: 'blik',
    giropay: 'giropay',
    sofort: 'sofort',
    eps: 'eps',
    mobilepay: 'mobilepay',
    swish: 'swish',
    twint: 'twint',
    satispay: 'satispay',
    carte_bancaire: 'cartes_bancaires',
    przelewy24: 'p24',
  },
};

/** Returns the provider's name for a method; undefined if the provider does not support it. */
export function nameAtProvider(provider: string, method: PaymentMethodId): string | undefined {
  return providerNames[provider]?.[method];
}
