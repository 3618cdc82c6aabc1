import { randomUUID } from 'node:crypto';

import type { ProviderPayment } from '../../server/payments/provider.ts';
import { insertPayment } from '../../server/payments/queries.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import type { Random } from '../faults/random.ts';
import type { LedgerWorkload } from './ledger-workload.ts';

export interface Sold {
  seen: ProviderPayment;
  credits: number;
}

const bundles = [
  { id: 'small', credits: 50, minor: 999, currency: 'EUR' },
  { id: 'medium', credits: 120, minor: 1_999, currency: 'GBP' },
  { id: 'large', credits: 300, minor: 6_799, currency: 'CAD' },
  { id: 'grand', credits: 700, minor: 109_900, currency: 'NOK' },
] as const;

/** Orders a bundle, which is paid or fails. It is settled once, twice in parallel, or first with a wrong amount. */
export async function buy(workload: LedgerWorkload, random: Random): Promise<number> {
  const { context, memberIds, sold } = workload;
  const { credits, minor, currency, id } = random.pick(bundles);
  const reference = { memberId: random.pick(memberIds), paymentId: randomUUID() };
  const order = {
    ...reference,
    bundleId: id,
    credits,
    amount: minor,
    currency,
    method: 'ideal',
    provider: 'mollie',
    site: 'default',
    region: null,
    country: 'NL',
    declaredCountry: 'NL',
    requestCountry: null,
    listAmount: minor,
    discountCode: null,
    vatRate: 2_100,
    begunAt: null,
    mandate: null,
    storeCard: false,
    storedCardId: null,
  };
  const visit = { returnOrigin: '', description: '', language: 'en', now: context.clock.now() };
  await context.database.transaction((tx) => tx.run(insertPayment, { ...order, ...visit }));
  const seen: ProviderPayment = {
    id: `tr_${reference.paymentId}`,
    state: random.chance(0.9) ? 'paid' : 'failed',
    isUnderWay: false,
    money: { minor, currency },
    mode: 'test',
    profile: 'pfl_bench',
    reference,
    payPage: null,
    refundedMinor: 0,
    chargedBackMinor: 0,
    reversals: [],
    createdAt: null,
    mandate: null,
    fingerprint: null,
    account: null,
    payerCountry: null,
    transfer: null,
  };
  if (random.chance(0.1)) await settle(workload, { ...seen, money: { minor: minor + 1, currency } });
  await Promise.all(Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => settle(workload, seen)));
  if (seen.state === 'paid') sold.push({ seen, credits });
  return 1;
}

/**
 * Reverses part or all of a payment by refund or chargeback, or undoes a reversal. Sometimes an older answer is settled
 * after a newer one.
 */
export async function reversePayment(workload: LedgerWorkload, random: Random): Promise<number> {
  if (workload.sold.length === 0) return 0;
  const { seen } = random.pick(workload.sold);
  const older = { ...seen };
  const known = seen.reversals ?? [];
  const standing = known.filter(({ undone }) => !undone);
  if (standing.length > 0 && random.chance(0.3)) {
    const one = random.pick(standing);
    seen.reversals = known.map((other) => (other === one ? { ...one, undone: true } : other));
  } else {
    const back = random.chance(0.4) ? seen.money.minor : random.between(1, seen.money.minor);
    const kind = random.chance(0.6) ? 'refund' : 'chargeback';
    seen.reversals = [...known, { id: randomUUID(), kind, minor: back, undone: false }];
  }
  await settle(workload, { ...seen });
  if (random.chance(0.2)) await settle(workload, older);
  return 1;
}

/** The amount returned to the buyer, in minor units, at most the price. */
export function returnedMinor({ money, reversals }: ProviderPayment): number {
  const standing = (reversals ?? []).filter(({ undone }) => !undone);
  return Math.min(
    money.minor,
    standing.reduce((sum, { minor }) => sum + minor, 0),
  );
}

async function settle({ context }: LedgerWorkload, seen: ProviderPayment): Promise<void> {
  const { reference } = seen;
  if (reference) await context.database.transaction((tx) => settlePayment(context, tx, reference, seen));
}
