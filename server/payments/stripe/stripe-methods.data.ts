/** Availability of a method: lowest and highest amount in minor units, by currency, and the buyers' countries. */
interface StripeMethod {
  amounts: Readonly<Record<string, readonly [lowest: number, highest: number]>>;
  /** The countries where the method is offered; null: everywhere. */
  countries: readonly string[] | null;
  /** The method whose page it uses, for a wallet or card network with its own switch in the account. */
  within?: 'card';
}

const highest = 99_999_999;

/** The provider's minimum charges. */
const cards: StripeMethod['amounts'] = {
  EUR: [50, highest],
  GBP: [30, highest],
  USD: [50, highest],
  CAD: [50, highest],
  AUD: [50, highest],
  NZD: [50, highest],
  CHF: [50, highest],
  DKK: [250, highest],
  NOK: [300, highest],
  SEK: [300, highest],
  PLN: [200, highest],
};

/** Stripe's names of its methods, in display order, with their availability. */
export const stripeMethods: Readonly<Record<string, StripeMethod>> = {
  ideal: { amounts: { EUR: [50, highest] }, countries: ['NL'] },
  bancontact: { amounts: { EUR: [50, highest] }, countries: ['BE'] },
  eps: { amounts: { EUR: [100, highest] }, countries: ['AT'] },
  blik: { amounts: { PLN: [200, 5_000_000] }, countries: ['PL'] },
  p24: { amounts: { PLN: [200, 6_000_000], EUR: [50, 1_200_000] }, countries: ['PL'] },
  mobilepay: { amounts: { DKK: [250, highest], EUR: [50, highest] }, countries: ['DK', 'FI'] },
  swish: { amounts: { SEK: [300, 15_000_000] }, countries: ['SE'] },
  twint: { amounts: { CHF: [50, 500_000] }, countries: ['CH'] },
  satispay: { amounts: { EUR: [50, highest] }, countries: ['IT', 'FR'] },
  card: { amounts: cards, countries: null },
  apple_pay: { amounts: cards, countries: null, within: 'card' },
  cartes_bancaires: { amounts: { EUR: [50, highest] }, countries: ['FR'], within: 'card' },
  paypal: { amounts: cards, countries: null },
  sepa_debit: {
    amounts: { EUR: [50, 1_000_000] },
    countries: ['NL', 'BE', 'FR', 'IT', 'ES', 'DE', 'AT', 'IE', 'FI'],
  },
};
