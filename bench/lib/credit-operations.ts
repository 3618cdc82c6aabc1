import { randomUUID } from 'node:crypto';

import { chargeWallets } from '../../server/credits/charge-credits.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { returnCredits } from '../../server/credits/return-credits.ts';
import { lockWallets } from '../../server/credits/wallets.ts';
import type { Random } from '../faults/random.ts';
import type { LedgerWorkload } from './ledger-workload.ts';

const batchSize = 24;
const causes = ['message', 'photo', 'gift'] as const;
const priceMax = 30;

/** Charges many members in one transaction, as the send queue does. Members without enough credits are skipped. */
export async function spend(workload: LedgerWorkload, random: Random): Promise<number> {
  const { context, memberIds, reported } = workload;
  const members = [...new Set(Array.from({ length: batchSize }, () => random.pick(memberIds)))];
  const wanted = members.map((memberId) => ({
    memberId,
    amount: random.between(1, priceMax),
    cause: random.pick(causes),
    causeId: randomUUID(),
    otherId: random.pick(memberIds),
  }));
  const charged = await context.database.transaction(async (tx) => {
    const wallets = await lockWallets(tx, members);
    const going = wanted.filter(({ memberId, amount }) => wallets.of(memberId).balance >= amount);
    await chargeWallets(tx, wallets, going, context.clock.now());
    return going;
  });
  for (const charge of charged) {
    reported.spent += charge.amount;
    workload.charges.push(charge);
  }
  return members.length;
}

/** Charges one member without checking the balance, often for more than it holds. The lots must refuse that. */
export async function spendTooMuch({ context, memberIds, reported }: LedgerWorkload, random: Random): Promise<number> {
  const amount = random.chance(0.5) ? 1_000_000 : priceMax;
  const memberId = random.pick(memberIds);
  const charge = { memberId, amount, cause: 'gift', causeId: randomUUID(), otherId: memberId } as const;
  try {
    await context.database.transaction(async (tx) =>
      chargeWallets(tx, await lockWallets(tx, [memberId]), [charge], context.clock.now()),
    );
    reported.spent += amount;
  } catch (error) {
    if (!/the lots hold fewer credits/.test((error as Error).message)) throw error;
  }
  return 1;
}

/** Returns a charge, sometimes twice in parallel; it must be returned once. */
export async function returnCharge({ context, charges, reported }: LedgerWorkload, random: Random): Promise<number> {
  const [charge] = charges.length > 0 ? charges.splice(random.between(0, charges.length - 1), 1) : [];
  if (!charge) return 0;
  const times = random.chance(0.2) ? 2 : 1;
  const now = context.clock.now();
  await Promise.all(
    Array.from({ length: times }, () => context.database.transaction((tx) => returnCredits(tx, { ...charge, now }))),
  );
  reported.returned += charge.amount;
  return times;
}

/** Grants bonus credits, sometimes twice for one cause; the second grant must be refused. */
export async function giveBonus({ context, memberIds, reported }: LedgerWorkload, random: Random): Promise<number> {
  const times = random.chance(0.1) ? 2 : 1;
  const gift = {
    memberId: random.pick(memberIds),
    credits: random.between(1, 60),
    cause: 'bonus',
    causeId: randomUUID(),
    paymentId: null,
    price: null,
    now: context.clock.now(),
  } as const;
  for (let time = 0; time < times; time += 1) {
    try {
      await context.database.transaction((tx) => grantCredits(tx, gift));
      reported.given += gift.credits;
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'ledger_entries_cause') throw error;
    }
  }
  return times;
}
