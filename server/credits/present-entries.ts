import type { LedgerEntry } from '../../contract/credits/operations.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { deriveSight } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import type { LedgerRow } from './queries.ts';

/**
 * Presents ledger entries as their member sees them. They name other members whom the member may know and who have not
 * left.
 */
export async function presentEntries(
  reader: Reader,
  viewer: { memberId: MemberId; site: Site },
  rows: readonly LedgerRow[],
): Promise<LedgerEntry[]> {
  const others = [...new Set(rows.flatMap(({ other_id }) => other_id ?? []))];
  const views = others.map((otherId) => ({ viewerId: viewer.memberId, otherId, site: viewer.site }));
  const known = new Map<string | null, string>();
  for (const one of await findRelationships(reader, views))
    if (one && one.status !== 'hidden' && deriveSight(one) !== 'none') known.set(one.other_id, one.name);
  return rows.map((row) => {
    const { other_id: id } = row;
    const name = known.get(id);
    return {
      id: row.entry_id,
      at: row.created_at.toISOString(),
      cause: row.cause,
      credits: row.to_account === 'member' ? row.amount : -row.amount,
      balance: row.balance_after,
      profile: id !== null && name !== undefined ? { id, name } : null,
      payment: row.payment_id,
    };
  });
}
