import type { Transaction } from '../platform/database/database.ts';
import { listOpenLots, lockBalances } from './queries.ts';
import type { OpenLot } from './rules.ts';

export interface Wallet {
  balance: number;
  /** In the order in which they are spent. */
  lots: OpenLot[];
}

/** Wallets that are locked until the transaction ends. */
export interface Wallets {
  of(memberId: string): Wallet;
}

/**
 * Locks the wallets of members, always in the order of their ids, and reads what is in them. Lots change only under
 * this lock, so they are read after it. A member without a wallet has nothing.
 */
export async function lockWallets(tx: Transaction, memberIds: readonly string[]): Promise<Wallets> {
  const ids = JSON.stringify(memberIds);
  const [rows, lots] = await Promise.all([tx.all(lockBalances, [ids]), tx.all(listOpenLots, [ids])]);
  const wallets = new Map<string, Wallet>(rows.map(({ member_id, balance }) => [member_id, { balance, lots: [] }]));
  for (const lot of lots) wallets.get(lot.member_id)?.lots.push(lot);
  return { of: (memberId) => wallets.get(memberId) ?? { balance: 0, lots: [] } };
}
