import { randomUUID } from 'node:crypto';

import type { Cause } from '../../contract/credits/causes.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertCharges } from './queries.ts';
import { takeLots } from './rules.ts';
import type { Wallets } from './wallets.ts';

export interface Charge {
  memberId: string;
  /** Whole credits; 0 leaves no entry. */
  amount: number;
  cause: Extract<Cause, 'message' | 'photo' | 'gift'>;
  /** The id of the purchased item, such as a message; each is charged at most once. */
  causeId: string;
  /** The other member, named on the statement. */
  otherId: string;
}

/**
 * Takes credits from many members at once, one charge each, and from their lots: gifted credits first, then the oldest
 * purchase. The wallets must be locked, and the caller must have checked that they hold enough.
 */
export async function chargeWallets(
  tx: Transaction,
  wallets: Wallets,
  charges: readonly Charge[],
  now: Date,
): Promise<void> {
  const paid = charges.filter(({ amount }) => amount > 0).map((charge) => ({ ...charge, entryId: randomUUID() }));
  if (paid.length === 0) return;
  const entries = paid.map(({ memberId, entryId, amount, cause, causeId, otherId }) => {
    return { member_id: memberId, entry_id: entryId, amount, cause, cause_id: causeId, other_id: otherId };
  });
  const uses = paid.flatMap(({ memberId, entryId, amount }) =>
    takeLots(wallets.of(memberId).lots, amount).map(({ lotId, credits }) => {
      return { member_id: memberId, entry_id: entryId, lot_id: lotId, credits };
    }),
  );
  await tx.run(insertCharges, { entries, uses, now });
}
