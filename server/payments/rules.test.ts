import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { type Country, countries, countryCodes } from '../../contract/platform/countries.ts';
import { methodIds, nameAtProvider, paymentMethods } from '../../contract/payments/payment-methods.ts';
import { messageAmount, toDecimal, toMinor } from './money.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentStatus } from './queries.ts';
import {
  findMismatches,
  nextStatus,
  listOfferedMethods,
  computeCreditsToTakeBack,
  nextReversed,
  listReversalSteps,
  sumReversals,
} from './rules.ts';
import { credits, price } from '../../tests/support/purchases.ts';

const order = {
  member_id: toId<MemberId>('m'),
  payment_id: toId<PaymentId>('p'),
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
  reference: { memberId: toId('m'), paymentId: toId('p') },
  payPage: null,
  createdAt: null,
  paidAt: null,
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
    expect(findMismatches(order, seen, 'test')).toEqual([]);
  });

  it('does not match if anything else differs (MON-14)', () => {
    for (const [name, change] of [
      ['amount', { money: { minor: 1_998, currency: 'EUR' } }],
      ['amount', { money: { minor: 1_999, currency: 'PLN' } }],
      ['reference', { reference: null }],
      ['reference', { reference: { memberId: toId<MemberId>('m'), paymentId: toId<PaymentId>('q') } }],
      ['reference', { reference: { memberId: toId<MemberId>('n'), paymentId: toId<PaymentId>('p') } }],
      ['id', { id: 'tr_2' }],
      ['mode', { mode: 'live' }],
      ['profile', { profile: 'pfl_2' }],
    ] as const)
      expect(findMismatches(order, { ...seen, ...change }, 'test')).toEqual([name]);
  });

  it('completes a payment for good, whatever order webhooks arrive in (MON-13)', () => {
    const rank: Record<PaymentStatus, number> = { loading: 0, pending: 1, failed: 2, mismatch: 2, completed: 3 };
    const report = fc.record({ state: fc.constantFrom('open' as const, 'paid', 'failed'), matches: fc.boolean() });
    fc.assert(
      fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
        let status: PaymentStatus = 'loading';
        for (const { state, matches } of reports) {
          const next = nextStatus(status, state, matches);
          expect(rank[next]).toBeGreaterThanOrEqual(rank[status]);
          expect(next === 'completed').toBe(status === 'completed' || (state === 'paid' && matches));
          status = next;
        }
      }),
    );
  });
});

describe('the offered methods', () => {
  const offered = (names: string[], country: Country) =>
    listOfferedMethods('mollie', names, country, countries[country].currency);

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
    expect(listOfferedMethods('mollie', ['ideal', 'paypal'], 'NL', 'GBP')).toEqual(['paypal']);
  });

  it('are recognized by the names that each provider uses', () => {
    expect(listOfferedMethods('stripe', ['p24', 'przelewy24', 'card', 'apple_pay'], 'PL', 'PLN')).toEqual([
      'przelewy24',
      'credit_card',
      'visa',
      'mastercard',
      'apple_pay',
    ]);
    expect(listOfferedMethods('stripe', ['card'], 'FR', 'EUR')).toEqual(['credit_card', 'visa', 'mastercard']);
    expect(listOfferedMethods('nobody', ['creditcard'], 'NL', 'EUR')).toEqual([]);
  });
});

describe('money', () => {
  it('is written with two decimals and read back without loss', () => {
    expect([toDecimal(5), toDecimal(100), toDecimal(1_999)]).toEqual(['0.05', '1.00', '19.99']);
    fc.assert(fc.property(fc.nat(99_999_999_999), (minor) => toMinor(toDecimal(minor)) === minor));
  });

  it('is not read in any other notation', () => {
    const wrong = ['19.9', '19', '19.999', '-1.00', '1e3', ' 1.00', '1,00', ''];
    expect(wrong.filter((text) => toMinor(text) !== undefined)).toEqual([]);
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

describe('the returned total of a payment', () => {
  const order = fc.record({ amount: fc.integer({ min: 1, max: 99_999 }), fee: fc.nat(500), credits: fc.nat(2_000) });

  const reversal = fc.record({
    kind: fc.constantFrom('refund' as const, 'chargeback' as const),
    amount: fc.integer({ min: 1, max: 100_000 }),
    undone: fc.boolean(),
  });

  it('equals the reported reversals up to the price, whatever is reported in whatever order', () => {
    fc.assert(
      fc.property(order, fc.array(fc.tuple(reversal, fc.boolean()), { maxLength: 8 }), (of, told) => {
        let booked = { refunded: 0, charged_back: 0 };
        const known: { kind: 'refund' | 'chargeback'; amount: number; undone: boolean }[] = [];
        const settle = () => {
          const next = nextReversed({ ...of, ...booked }, sumReversals(known));
          const steps = listReversalSteps(booked, next);
          expect(steps.every(({ before, after }) => before >= 0 && after >= 0)).toBe(true);
          booked = next;
          const standing = known.filter(({ undone }) => !undone).reduce((sum, { amount }) => sum + amount, 0);
          expect(booked.refunded).toBeGreaterThanOrEqual(0);
          expect(booked.charged_back).toBeGreaterThanOrEqual(0);
          expect(booked.refunded + booked.charged_back).toBe(Math.min(of.amount + of.fee, standing));
          expect(steps.at(-1)?.after ?? booked.refunded + booked.charged_back).toBe(
            booked.refunded + booked.charged_back,
          );
        };
        for (const [one, undoneLater] of told) {
          known.push(one);
          settle();
          if (undoneLater) one.undone = true;
          settle();
        }
      }),
    );
  });

  it('stays the same if a response reports less than the last one', () => {
    const of = { amount: 1_999, fee: 0, refunded: 500, charged_back: 200 };
    expect(nextReversed(of, sumReversals([]))).toEqual({ refunded: 500, charged_back: 200 });
  });

  it('takes exactly the unused credits if they are refunded at their price, rounded up (MON-28)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 50 }), fc.nat(2_000), (n, cents, u) => {
        const amount = n * cents;
        const unused = Math.min(u, n);
        const refund = Math.ceil((amount * unused) / n);
        expect(computeCreditsToTakeBack({ amount, fee: 0, credits: n }, refund)).toBe(unused);
      }),
    );
    expect(computeCreditsToTakeBack({ amount: price, fee: 0, credits }, price)).toBe(credits);
    for (let unused = 0; unused <= credits; unused += 1)
      expect(computeCreditsToTakeBack({ amount: price, fee: 0, credits }, Math.ceil((price * unused) / credits))).toBe(
        unused,
      );
  });
});
