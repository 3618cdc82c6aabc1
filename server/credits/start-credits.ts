import { randomUUID } from 'node:crypto';

import { startCreditsMonths } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { grantCredits } from './grant-credits.ts';
import { publishBalance } from './publish-balance.ts';
import {
  claimStartCredits,
  findStartHolder,
  findStartLot,
  insertEntry,
  purgeStartHolders,
  takeFromLots,
} from './queries.ts';
import { lockWallets } from './wallets.ts';

/** After so many further accounts of a mailbox were confirmed, none gets credits before its own is. */
const accountsAgainMax = 2;

interface Start {
  /** A keyed hash of the mailbox. */
  holder: string;
  /** The site's `signup_credits`. */
  credits: number;
  now: Date;
}

/**
 * What an account gets when it is opened. Anybody can open one with any address, so that it says nothing of what the mailbox
 * had before; but where accounts of it were confirmed again and again, which only its owner can do, they get nothing more in
 * advance ([0026](../../docs/decisions/0026-start-credits-are-once-for-a-mailbox.md)).
 */
export async function startCreditsAtOnce(tx: Transaction, { holder, credits, now }: Start): Promise<number> {
  const before = monthsBefore(now, startCreditsMonths);
  const known = await tx.first(findStartHolder, { holder, before });
  return known && known.again >= accountsAgainMax ? 0 : credits;
}

/**
 * The address is confirmed: its mailbox claims the start credits. The first account of it within twelve months keeps them,
 * or gets them now; any other gives back what is left of them. Once for an account, in the transaction that confirms it.
 */
export async function settleStartCredits(
  tx: Transaction,
  context: AppContext,
  { memberId, holder, credits, now }: Start & { memberId: string },
): Promise<void> {
  await lockWallets(tx, [memberId]);
  const lot = await tx.first(findStartLot, { memberId });
  // A site that gives none uses nothing up.
  if (!lot && credits <= 0) return;
  const claim = await tx.first(claimStartCredits, { holder, now, before: monthsBefore(now, startCreditsMonths) });
  const isFirst = claim?.again === 0;
  if (isFirst && !lot) {
    const grant = { cause: 'signup', causeId: memberId, paymentId: null, price: null } as const;
    await grantCredits(tx, { memberId, credits, ...grant, now });
  } else if (!isFirst && lot && lot.credits_left > 0) await takeBack(tx, memberId, lot, now);
  else return;
  publishBalance(context, tx, memberId);
}

async function takeBack(
  tx: Transaction,
  memberId: string,
  { lot_id: lotId, credits_left: left }: { lot_id: string; credits_left: number },
  now: Date,
): Promise<void> {
  const entryId = randomUUID();
  const sides = { from: 'member', to: 'gifts_of_the_house', cause: 'signup_undone', causeId: memberId } as const;
  await tx.run(insertEntry, { memberId, entryId, ...sides, amount: left, otherId: null, paymentId: null, now });
  await tx.run(takeFromLots, { memberId, entryId, lotIds: [lotId], credits: [left] });
}

/** Forgets the mailboxes whose time is over: they may have start credits again. Runs every night. */
export async function purgeStartCredits({ database, clock }: AppContext): Promise<void> {
  const before = monthsBefore(clock.now(), startCreditsMonths);
  await database.transaction((tx) => tx.run(purgeStartHolders, { before }));
}
