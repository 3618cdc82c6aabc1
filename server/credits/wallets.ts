import type { Transaction } from '../platform/database/database.ts';
import { listOpenLots, lockBalances } from './queries.ts';
import type { OpenLot } from './rules.ts';

export interface Wallet {
  balance: number;
  /** In spending order. */
  lots: OpenLot[];
}

/** Wallets that stay locked until the transaction ends. */
export interface Wallets {
  of(memberId: string): Wallet;
}

/**
 * Locks the wallets of members in the order of their ids and reads their balances and lots. Lots change only under this
 * lock, so they are read after it. A member without a wallet has a balance of zero.
 */
export async function lockWallets(tx: Transaction, memberIds: readonly string[]): Promise<Wallets> {
  const [rows, lots] = await Promise.all([tx.all(lockBalances, { memberIds }), tx.all(listOpenLots, { memberIds })]);
  const wallets = new Map<string, Wallet>(rows.map(({ member_id, balance }) => [member_id, { balance, lots: [] }]));
  for (const lot of lots) wallets.get(lot.member_id)?.lots.push(lot);
  return { of: (memberId) => wallets.get(memberId) ?? { balance: 0, lots: [] } };
}
