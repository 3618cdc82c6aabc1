import { startCreditsMonths } from '../../contract/credits/limits.ts';
import type { AppContext } from '../context.ts';
import { monthsBefore } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { grantStartCredits, lockWallets, writeEntry } from './wallets.ts';
import { publishBalance } from './balance.ts';
import { claimStartCredits, findStartHolder, findStartLot, purgeStartHolders, takeFromLots } from './queries.ts';

/** After this many further confirmed accounts of a mailbox, new ones get no credits before they are confirmed. */
const accountsAgainMax = 2;

interface Start {
  /** A keyed hash of the mailbox. */
  mailboxHash: string;
  credits: number;
  now: Date;
}

/**
 * Returns the start credits of a new account, before its address is confirmed. Anybody can open one with any address,
 * so the amount must not reveal the mailbox's history. Only the owner can confirm accounts repeatedly: that mailbox
 * gets nothing in advance ([0026](../../docs/decisions/0026-start-credits-are-once-for-a-mailbox.md)).
 */
export async function findAdvanceCredits(tx: Transaction, { mailboxHash, credits, now }: Start): Promise<number> {
  const before = monthsBefore(now, startCreditsMonths);
  const known = await tx.first(findStartHolder, { mailboxHash, before });
  return known && known.again >= accountsAgainMax ? 0 : credits;
}

/**
 * Claims the start credits in the confirming transaction: the first account of a mailbox within twelve months keeps
 * them, or gets them now; any other gives back its unspent ones.
 */
export async function decideStartCredits(
  tx: Transaction,
  context: AppContext,
  { memberId, mailboxHash, credits, now }: Start & { memberId: MemberId },
): Promise<void> {
  await lockWallets(tx, [memberId]);
  const lot = await tx.first(findStartLot, { memberId });
  // A site without start credits uses up no claim.
  if (!lot && credits <= 0) return;
  const claim = await tx.first(claimStartCredits, {
    mailboxHash,
    now,
    before: monthsBefore(now, startCreditsMonths),
  });
  const isFirst = claim?.again === 0;
  if (isFirst && !lot) await grantStartCredits(tx, memberId, credits, now);
  else if (!isFirst && lot && lot.credits_left > 0) {
    const { lot_id: lotId, credits_left: amount } = lot;
    const undone = { from: 'member', to: 'free_credits', cause: 'signup_undone', causeId: memberId } as const;
    const { entryId } = await writeEntry(tx, { memberId, ...undone, amount, now });
    await tx.run(takeFromLots, { memberId, entryId, lotIds: [lotId], credits: [amount] });
  } else return;
  publishBalance(context, tx, memberId);
}

/** Forgets mailboxes after twelve months, which may then have start credits again. Runs every night. */
export async function purgeStartCredits({ database, clock }: AppContext): Promise<void> {
  const before = monthsBefore(clock.now(), startCreditsMonths);
  await database.transaction((tx) => tx.run(purgeStartHolders, { before }));
}
