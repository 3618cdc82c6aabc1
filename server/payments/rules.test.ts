import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Country, countries, countryCodes } from '../../contract/platform/countries.ts';
import { methodIds, nameAtProvider, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { messageAmount, toDecimal, toMinor } from './money.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentStatus } from './queries.ts';
import { mismatches, nextStatus, offeredMethods } from './rules.ts';

const order = {
  member_id: 'm',
  payment_id: 'p',
  amount: 1_999,
  fee: 0,
  currency: 'EUR' as const,
  provider_payment_id: 'tr_1',
  mismatch: null,
  provider_profile: 'pfl_1',
};
const seen: ProviderPayment = {
  id: 'tr_1',
  state: 'paid',
  isUnderWay: false,
  money: { minor: 1_999, currency: 'EUR' },
  mode: 'test',
  profile: 'pfl_1',
  reference: { memberId: 'm', paymentId: 'p' },
  payPage: null,
  createdAt: null,
  reversals: [],
  refundedMinor: 0,
  chargedBackMinor: 0,
  mandate: null,
  fingerprint: null,
  account: null,
  payerCountry: null,
  transfer: null,
};

describe('a report of the provider', () => {
  it('matches the order it was made for', () => {
    expect(mismatches(order, seen, 'test')).toEqual([]);
  });

  it.each([
    ['amount', { money: { minor: 1_998, currency: 'EUR' } }],
    ['amount', { money: { minor: 1_999, currency: 'PLN' } }],
    ['reference', { reference: null }],
    ['reference', { reference: { memberId: 'm', paymentId: 'q' } }],
    ['reference', { reference: { memberId: 'n', paymentId: 'p' } }],
    ['id', { id: 'tr_2' }],
    ['mode', { mode: 'live' as const }],
    ['profile', { profile: 'pfl_2' }],
  ])('does not match with another %s (MON-14)', (name, change) => {
    expect(mismatches(order, { ...seen, ...change }, 'test')).toEqual([name]);
  });

  it('completes a payment for good, whatever order webhooks arrive in (MON-13)', () => {
    const rank: Record<PaymentStatus, number> = { loading: 0, pending: 1, failed: 2, mismatch: 2, completed: 3 };
    const notice = fc.record({ state: fc.constantFrom('open' as const, 'paid', 'failed'), matches: fc.boolean() });
    fc.assert(
      fc.property(fc.array(notice, { maxLength: 20 }), (notices) => {
        let status: PaymentStatus = 'loading';
        for (const { state, matches } of notices) {
          const next = nextStatus(status, state, matches);
          expect(rank[next]).toBeGreaterThanOrEqual(rank[status]);
          expect(next === 'completed').toBe(status === 'completed' || (state === 'paid' && matches));
          status = next;
        }
      }),
    );
  });

  it('fails a payment, which still completes if the money arrives late', () => {
    expect(nextStatus('pending', 'failed', true)).toBe('failed');
    expect(nextStatus('failed', 'open', true)).toBe('failed');
    expect(nextStatus('failed', 'paid', true)).toBe('completed');
  });
});

describe('the offered methods', () => {
  const offered = (names: string[], country: Country) =>
    offeredMethods('mollie', names, country, countries[country].currency);

  it('name the card brands known in the country', () => {
    expect(offered(['creditcard'], 'NL')).toEqual(['credit_card', 'visa', 'mastercard']);
    expect(offered(['creditcard'], 'DK')).toContain('dankort');
    expect(offered(['creditcard'], 'FR')).toContain('carte_bancaire');
    expect(offered(['creditcard'], 'IT')).toContain('nexi');
  });

  it('leave out unknown methods and those that can no longer be chosen', () => {
    expect(offered(['giropay', 'sofort', 'tomorrow'], 'DE')).toEqual([]);
    for (const country of countryCodes) {
      const names = methodIds.flatMap((id) => nameAtProvider('mollie', id) ?? []);
      const all = offered(names, country);
      expect(all.length).toBeGreaterThan(3);
      expect(all.filter((id) => paymentMethods[id].state !== 'live')).toEqual([]);
    }
  });

  it('leave out those not used in the country or for the currency, even if the provider lists them', () => {
    expect(offered(['ideal', 'swish', 'paypal'], 'NL')).toEqual(['ideal', 'paypal']);
    expect(offered(['ideal', 'swish', 'paypal'], 'SE')).toEqual(['swish', 'paypal']);
    expect(offeredMethods('mollie', ['ideal', 'paypal'], 'NL', 'GBP')).toEqual(['paypal']);
  });

  it('are recognized by the names that each provider uses', () => {
    expect(offeredMethods('stripe', ['p24', 'przelewy24', 'card', 'apple_pay'], 'PL', 'PLN')).toEqual([
      'przelewy24',
      'credit_card',
      'visa',
      'mastercard',
      'apple_pay',
    ]);
    expect(offeredMethods('stripe', ['card'], 'FR', 'EUR')).toEqual(['credit_card', 'visa', 'mastercard']);
    expect(offeredMethods('nobody', ['creditcard'], 'NL', 'EUR')).toEqual([]);
  });
});

describe('money', () => {
  it('is written with two decimals and read back without loss', () => {
    expect([toDecimal(5), toDecimal(100), toDecimal(1_999)]).toEqual(['0.05', '1.00', '19.99']);
    fc.assert(fc.property(fc.nat(99_999_999_999), (minor) => toMinor(toDecimal(minor)) === minor));
  });

  it.each(['19.9', '19', '19.999', '-1.00', '1e3', ' 1.00', '1,00', ''])('is not read from "%s"', (text) => {
    expect(toMinor(text)).toBeUndefined();
  });

  it('is rounded up for the price of a message, so that none costs more than stated', () => {
    expect(messageAmount(999, 50, 5)).toBe(100);
    expect(messageAmount(1_499, 120, 5)).toBe(63);
    expect(messageAmount(1_200, 120, 5)).toBe(50);
    expect(messageAmount(1, 2_000, 1)).toBe(1);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 1_000 }), fc.nat(20), (a, c, m) => {
        const price = messageAmount(a, c, m);
        return price * c >= a * m && (price - 1) * c < a * m;
      }),
    );
  });
});
