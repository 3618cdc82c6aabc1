import { randomUUID } from 'node:crypto';

import { startCreditsMonths } from '../../contract/credits/limits.ts';
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

/** After this many further confirmed accounts of a mailbox, new ones get no credits before they are confirmed. */
const accountsAgainMax = 2;

interface Start {
  /** A keyed hash of the mailbox. */
  holder: string;
  /** The site's `signup_credits`. */
  credits: number;
  now: Date;
}

/**
 * The credits that an account gets when it is opened. Anybody can open one with any address, so the amount must not
 * reveal the mailbox's history. The exception is a mailbox whose accounts were confirmed repeatedly, which only its
 * owner can do: it gets nothing in advance ([0026](../../docs/decisions/0026-start-credits-are-once-for-a-mailbox.md)).
 */
export async function startCreditsAtOnce(tx: Transaction, { holder, credits, now }: Start): Promise<number> {
  const before = monthsBefore(now, startCreditsMonths);
  const known = await tx.first(findStartHolder, { holder, before });
  return known && known.again >= accountsAgainMax ? 0 : credits;
}

/**
 * Claims the start credits for a confirmed account's mailbox, in the confirming transaction. The first account within
 * twelve months keeps them, or gets them now; any other gives back its unspent ones.
 */
export async function settleStartCredits(
  tx: Transaction,
  context: AppContext,
  { memberId, holder, credits, now }: Start & { memberId: string },
): Promise<void> {
  await lockWallets(tx, [memberId]);
  const lot = await tx.first(findStartLot, { memberId });
  // A site without start credits uses up no claim.
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

/** Forgets mailboxes after twelve months, which may then have start credits again. Runs every night. */
export async function purgeStartCredits({ database, clock }: AppContext): Promise<void> {
  const before = monthsBefore(clock.now(), startCreditsMonths);
  await database.transaction((tx) => tx.run(purgeStartHolders, { before }));
}
