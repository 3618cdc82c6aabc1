import { randomUUID } from 'node:crypto';

import { chargeCredits, chargeWallets } from '../../server/credits/charge-credits.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { returnCredits } from '../../server/credits/return-credits.ts';
import { lockWallets } from '../../server/credits/wallets.ts';
import { Failure } from '../../server/platform/failure.ts';
import type { Random } from '../faults/random.ts';
import type { Trade } from './ledger-workload.ts';

const together = 24;
const causes = ['message', 'photo', 'gift'] as const;
const priceMax = 30;

/** Many members spend in one transaction, each who has enough: so the lane of messages does it. */
export async function spend(trade: Trade, random: Random): Promise<number> {
  const { context, memberIds, told } = trade;
  const members = [...new Set(Array.from({ length: together }, () => random.pick(memberIds)))];
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
    told.spent += charge.amount;
    trade.charges.push(charge);
  }
  return members.length;
}

/** One member spends alone, now and then more than there can be: that has to be refused. */
export async function spendTooMuch({ context, memberIds, told }: Trade, random: Random): Promise<number> {
  const amount = random.chance(0.5) ? 1_000_000 : priceMax;
  const memberId = random.pick(memberIds);
  const charge = { memberId, amount, cause: 'gift', causeId: randomUUID(), otherId: memberId } as const;
  try {
    await context.database.transaction((tx) => chargeCredits(tx, { ...charge, now: context.clock.now() }));
    told.spent += amount;
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'credits.not-enough')) throw error;
  }
  return 1;
}

/** A charge is given back, sometimes asked for twice at once: it comes back once. */
export async function giveBack({ context, charges, told }: Trade, random: Random): Promise<number> {
  const [charge] = charges.length > 0 ? charges.splice(random.between(0, charges.length - 1), 1) : [];
  if (!charge) return 0;
  const times = random.chance(0.2) ? 2 : 1;
  const now = context.clock.now();
  await Promise.all(
    Array.from({ length: times }, () => context.database.transaction((tx) => returnCredits(tx, { ...charge, now }))),
  );
  told.returned += charge.amount;
  return times;
}

/** The house gives credits, sometimes twice for the same cause: the second time is refused. */
export async function giveAgain({ context, memberIds, told }: Trade, random: Random): Promise<number> {
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
      told.given += gift.credits;
    } catch (error) {
      if ((error as { constraint?: string }).constraint !== 'ledger_entries_cause') throw error;
    }
  }
  return times;
}
