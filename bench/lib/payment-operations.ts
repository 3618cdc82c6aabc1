import { randomUUID } from 'node:crypto';

import { deskOf } from '../../server/payments/desk.ts';
import type { ProviderPayment } from '../../server/payments/provider.ts';
import { insertPayment } from '../../server/payments/queries.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import type { Random } from '../faults/random.ts';
import type { Trade } from './ledger-workload.ts';

/** A payment as the provider has it, and what it is for. */
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

/** A bundle is ordered and paid, or not; the house hears of it once, twice at the same time, or first something wrong. */
export async function buy(trade: Trade, random: Random): Promise<number> {
  const { context, memberIds, sold } = trade;
  const { credits, minor, currency, id } = random.pick(bundles);
  const reference = { memberId: random.pick(memberIds), paymentId: randomUUID() };
  const { provider } = deskOf(context);
  const order = [reference.memberId, reference.paymentId, id, credits, minor, currency, 'ideal', provider.name];
  await context.database.transaction((tx) => tx.run(insertPayment, [...order, '', '', 'en', context.clock.now()]));
  const seen: ProviderPayment = {
    id: `tr_${reference.paymentId}`,
    state: random.chance(0.9) ? 'paid' : 'failed',
    money: { minor, currency },
    mode: provider.mode,
    profile: 'pfl_bench',
    reference,
    payPage: null,
    refundedMinor: 0,
    chargedBackMinor: 0,
  };
  if (random.chance(0.1)) await settle(trade, { ...seen, money: { minor: minor + 1, currency } });
  await Promise.all(Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => settle(trade, seen)));
  if (seen.state === 'paid') sold.push({ seen, credits });
  return 1;
}

/** Money goes back, a part or all of it, by the house or through the bank; an older answer may come after the newer. */
export async function reverse(trade: Trade, random: Random): Promise<number> {
  if (trade.sold.length === 0) return 0;
  const { seen } = random.pick(trade.sold);
  const older = { ...seen };
  const back = random.chance(0.4) ? seen.money.minor : random.between(1, seen.money.minor);
  // A provider gives back no more than was paid, and a bank takes no more; both together may.
  if (random.chance(0.6)) seen.refundedMinor = Math.max(seen.refundedMinor, back);
  else seen.chargedBackMinor = Math.max(seen.chargedBackMinor, back);
  await settle(trade, { ...seen });
  if (random.chance(0.2)) await settle(trade, older);
  return 1;
}

async function settle({ context }: Trade, seen: ProviderPayment): Promise<void> {
  const { reference } = seen;
  if (reference) await context.database.transaction((tx) => settlePayment(context, tx, reference, seen));
}
