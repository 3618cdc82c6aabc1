import type { Cause } from '../../contract/credits/causes.ts';
import type { Transaction } from '../platform/database/database.ts';
import { createId } from '../platform/ids.ts';
import {
  allowDebt,
  findCharge,
  findEntry,
  findPaymentLot,
  insertCharges,
  insertEntry,
  insertLot,
  insertUses,
  insertWallet,
  listLotsToFill,
  listOpenLots,
  listPaymentReversals,
  lockBalances,
  returnToLots,
  takeFromLots,
} from './queries.ts';
import { type LotUse, type OpenLot, fillLots, leftAfterDebt, takeLots } from './rules.ts';

interface Wallet {
  balance: number;
  /** The open lots in spending order. */
  lots: OpenLot[];
}

/** Wallets that stay locked until the transaction ends. */
export interface Wallets {
  get(memberId: MemberId): Wallet;
}

/** Locks wallets in the order of their ids. Lots change only under this lock, so they are read after it. */
export async function lockWallets(tx: Transaction, memberIds: readonly MemberId[]): Promise<Wallets> {
  const [rows, lots] = await Promise.all([tx.all(lockBalances, { memberIds }), tx.all(listOpenLots, { memberIds })]);
  const wallets = new Map<string, Wallet>(rows.map(({ member_id, balance }) => [member_id, { balance, lots: [] }]));
  for (const lot of lots) wallets.get(lot.member_id)?.lots.push(lot);
  return { get: (memberId) => wallets.get(memberId) ?? { balance: 0, lots: [] } };
}

interface Entry {
  memberId: MemberId;
  from: 'member' | 'sales' | 'usage' | 'free_credits';
  to: 'member' | 'sales' | 'free_credits';
  /** The moved credits, whole and at least 1. */
  amount: number;
  cause: Cause;
  /** The id of the cause, unique per member and cause. */
  causeId: string;
  otherId?: MemberId | null;
  paymentId?: PaymentId | null;
  now: Date;
}

/** Writes a ledger entry, which changes the balance. A second one with the same cause fails the transaction. */
export async function writeEntry(tx: Transaction, entry: Entry): Promise<{ entryId: EntryId; balance: number }> {
  const entryId = createId<EntryId>();
  const written = await tx.first(insertEntry, { otherId: null, paymentId: null, ...entry, entryId });
  if (!written) throw new Error('a ledger entry was not written');
  return { entryId, balance: written.balance_after };
}

/** Returns lot uses as the values of a statement. */
function toLotValues(uses: readonly LotUse[]): { lotIds: LotId[]; credits: number[] } {
  return { lotIds: uses.map((use) => use.lotId), credits: uses.map((use) => use.credits) };
}

export interface Charge {
  memberId: MemberId;
  /** The price in whole credits; 0 leaves no entry. */
  amount: number;
  cause: Extract<Cause, 'message' | 'photo' | 'gift'>;
  /** The id of the purchased item, such as a message; each is charged at most once. */
  causeId: string;
  otherId: MemberId;
  /** The key of the call, which is charged at most once; null or absent if it had none. */
  key?: string | null;
}

/**
 * Charges members from their lots: free credits first, then the oldest purchase. The wallets must be locked and hold
 * enough.
 */
export async function chargeWallets(
  tx: Transaction,
  wallets: Wallets,
  charges: readonly Charge[],
  now: Date,
): Promise<void> {
  const paid = charges
    .filter(({ amount }) => amount > 0)
    .map((charge) => ({ ...charge, entryId: createId<EntryId>() }));
  if (paid.length === 0) return;
  const uses = paid.flatMap(({ memberId, entryId, amount }) =>
    takeLots(wallets.get(memberId).lots, amount).map((use) => ({ ...use, memberId, entryId })),
  );
  await tx.run(insertCharges, {
    memberIds: paid.map(({ memberId }) => memberId),
    entryIds: paid.map(({ entryId }) => entryId),
    amounts: paid.map(({ amount }) => amount),
    causes: paid.map(({ cause }) => cause),
    causeIds: paid.map(({ causeId }) => causeId),
    otherIds: paid.map(({ otherId }) => otherId),
    keys: paid.map(({ key }) => key ?? null),
    payerIds: uses.map(({ memberId }) => memberId),
    paidIds: uses.map(({ entryId }) => entryId),
    ...toLotValues(uses),
    now,
  });
}

export interface Grant {
  memberId: MemberId;
  /** The granted credits, whole and at least 1. */
  credits: number;
  cause: Extract<Cause, 'signup' | 'purchase' | 'bonus'>;
  /** The id of the cause, unique per member and cause: the payment's id, or for `signup` the member's own id. */
  causeId: string;
  paymentId: PaymentId | null;
  /** The price paid, in minor units; null for free credits. */
  price: { minor: number; currency: string } | null;
  now: Date;
}

/**
 * Gives credits: one ledger entry and one lot. Returns the new balance. A second grant with the same cause violates the
 * constraint `ledger_entries_keyless_cause` and fails the transaction.
 */
export async function grantCredits(tx: Transaction, grant: Grant): Promise<number> {
  const { memberId, credits, cause, causeId, paymentId, price, now } = grant;
  const from = cause === 'purchase' ? 'sales' : 'free_credits';
  const entry = { memberId, from, to: 'member', amount: credits, cause, causeId, paymentId, now } as const;
  const { entryId, balance } = await writeEntry(tx, entry);
  const left = leftAfterDebt(credits, balance);
  const lotId = createId<LotId>();
  const paid = { paymentId, priceMinor: price?.minor ?? 0, currency: price?.currency ?? null };
  await tx.run(insertLot, { memberId, lotId, free: paymentId === null, credits, left, ...paid, now });
  if (left < credits) await tx.run(insertUses, { memberId, entryId, lotIds: [lotId], credits: [credits - left] });
  return balance;
}

/** Grants the start credits. A second grant to the member fails the transaction, as in `grantCredits`. */
export async function grantStartCredits(
  tx: Transaction,
  memberId: MemberId,
  credits: number,
  now: Date,
): Promise<void> {
  await grantCredits(tx, { memberId, credits, cause: 'signup', causeId: memberId, paymentId: null, price: null, now });
}

/** Creates a new member's wallet and grants the site's `signup_credits`, if any. */
export async function openWallet(tx: Transaction, memberId: MemberId, signupCredits: number, now: Date): Promise<void> {
  await tx.run(insertWallet, { memberId });
  if (signupCredits > 0) await grantStartCredits(tx, memberId, signupCredits, now);
}

/** Returns a charge to its lots; does nothing if it was already returned or was free. Returns the balance. */
export async function returnCredits(
  tx: Transaction,
  { memberId, cause, causeId, key = null, now }: Pick<Charge, 'memberId' | 'cause' | 'causeId' | 'key'> & { now: Date },
): Promise<number> {
  const before = (await lockWallets(tx, [memberId])).get(memberId).balance;
  const charge = await tx.first(findCharge, { memberId, cause, causeId, key });
  const returned = { memberId, cause: 'returned', causeId: `${cause}:${causeId}` } as const;
  if (!charge || (await tx.first(findEntry, returned))) return before;
  const { amount, other_id: otherId, entry_id: entryId } = charge;
  const { balance } = await writeEntry(tx, { ...returned, from: 'usage', to: 'member', amount, otherId, now });
  const lots = await tx.all(listLotsToFill, { memberId, entryIds: [entryId] });
  const uses = fillLots(lots, leftAfterDebt(amount, balance));
  await tx.run(returnToLots, { memberId, ...toLotValues(uses) });
  return balance;
}

export interface Reversal<Kind extends Cause = 'refund' | 'chargeback'> {
  memberId: MemberId;
  /** The credits taken back, whole and at least 1. */
  credits: number;
  cause: Kind;
  /** Identifies the returned part of the payment: its credits are taken back once. */
  causeId: string;
  paymentId: PaymentId;
  now: Date;
}

/**
 * Takes back the credits of returned money, from the purchase's own lot first. Spent credits become a debt, which the
 * next purchase pays. Returns the new balance.
 */
export async function reverseCredits(tx: Transaction, reversal: Reversal): Promise<number> {
  const { memberId, credits, paymentId } = reversal;
  const { balance, lots } = (await lockWallets(tx, [memberId])).get(memberId);
  if (balance < credits) await tx.run(allowDebt, { memberId, debt: credits - balance });
  const { credits: amount, ...rest } = reversal;
  const written = await writeEntry(tx, { ...rest, amount, from: 'member', to: 'sales' });
  const own = (await tx.first(findPaymentLot, { memberId, paymentId }))?.lot_id;
  const ordered = [...lots.filter((lot) => lot.lot_id === own), ...lots.filter((lot) => lot.lot_id !== own)];
  const uses = takeLots(ordered, leftAfterDebt(credits, balance));
  await tx.run(takeFromLots, { memberId, entryId: written.entryId, ...toLotValues(uses) });
  return written.balance;
}

/** Gives back credits of a reversal whose money came again. They pay a debt first. Returns the new balance. */
export async function restoreCredits(
  tx: Transaction,
  restoration: Reversal<'refund_undone' | 'chargeback_undone'>,
): Promise<number> {
  const { credits: amount, ...rest } = restoration;
  const { memberId, paymentId } = restoration;
  const before = (await lockWallets(tx, [memberId])).get(memberId).balance;
  const { balance } = await writeEntry(tx, { ...rest, amount, from: 'sales', to: 'member' });
  const freed = Math.max(0, balance) - Math.max(0, before);
  const entryIds = (await tx.all(listPaymentReversals, { memberId, paymentId })).map(({ entry_id }) => entry_id);
  const lots = await tx.all(listLotsToFill, { memberId, entryIds });
  const isOwn = (lot: { payment_id: PaymentId | null }): boolean => lot.payment_id === paymentId;
  // The reverse of the order of taking, which began with the purchase's own lot.
  const ordered = [...lots.filter((lot) => !isOwn(lot)).toReversed(), ...lots.filter(isOwn)];
  await tx.run(returnToLots, { memberId, ...toLotValues(fillLots(ordered, freed)) });
  return balance;
}
