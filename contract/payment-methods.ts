/**
 * The 24 payment methods of the specification, section 9. A `legacy` method can no longer be chosen, but old payments
 * may name it. `provider` is the name in the provider's API.
 */
export const paymentMethods = {
  sepa_direct_debit: { label: 'SEPA direct debit', provider: 'directdebit', legacy: false },
  wire_transfer: { label: 'Wire transfer', provider: 'banktransfer', legacy: false },
  credit_card: { label: 'Credit card', provider: 'creditcard', legacy: false },
  visa: { label: 'Visa', provider: 'creditcard', legacy: false },
  mastercard: { label: 'Mastercard', provider: 'creditcard', legacy: false },
  maestro: { label: 'Maestro', provider: 'creditcard', legacy: true },
  paypal: { label: 'PayPal', provider: 'paypal', legacy: false },
  ideal: { label: 'iDEAL', provider: 'ideal', legacy: false },
  bancontact: { label: 'Bancontact', provider: 'bancontact', legacy: false },
  apple_pay: { label: 'Apple Pay', provider: 'applepay', legacy: false },
  blik: { label: 'Blik', provider: 'blik', legacy: false },
  giropay: { label: 'Giropay', provider: 'giropay', legacy: true },
  sofort: { label: 'Sofort', provider: 'sofort', legacy: true },
  eps: { label: 'EPS', provider: 'eps', legacy: false },
  dankort: { label: 'Dankort', provider: 'creditcard', legacy: false },
  mobilepay: { label: 'MobilePay', provider: 'mobilepay', legacy: false },
  swish: { label: 'Swish', provider: 'swish', legacy: false },
  twint: { label: 'Twint', provider: 'twint', legacy: false },
  satispay: { label: 'Satispay', provider: 'satispay', legacy: false },
  vipps: { label: 'Vipps', provider: 'vipps', legacy: false },
  carte_bancaire: { label: 'Carte bancaire', provider: 'creditcard', legacy: false },
  nexi: { label: 'Nexi', provider: 'creditcard', legacy: false },
  paysafecard: { label: 'Paysafecard', provider: 'paysafecard', legacy: false },
  przelewy24: { label: 'Przelewy24', provider: 'przelewy24', legacy: false },
} as const;

export type PaymentMethodId = keyof typeof paymentMethods;

export const methodIds = Object.keys(paymentMethods) as PaymentMethodId[];
