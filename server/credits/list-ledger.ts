import { ledgerPageSize } from '../../contract/limits.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { sightOf } from '../members/visibility/rules.ts';
import type { Handler } from '../platform/handler.ts';
import { balanceOf } from './balance-of.ts';
import { presentEntry } from './present.ts';
import { countEntries, listEntries } from './queries.ts';

/**
 * The member's own account statement, newest entry first, in pages of 25. It names other members as long as the member
 * may know of them.
 */
export const listLedger: Handler<'listLedger'> = async ({ pageNumber = 1 }, { context, site, member }) => {
  const [rows, total, balance] = await Promise.all([
    context.database.all(listEntries, {
      memberId: member.id,
      limit: ledgerPageSize,
      offset: (pageNumber - 1) * ledgerPageSize,
    }),
    context.database.first(countEntries, { memberId: member.id }),
    balanceOf(context.database, member.id),
  ]);
  const others = [...new Set(rows.flatMap(({ other_id }) => other_id ?? []))];
  const views = others.map((otherId) => ({ viewerId: member.id, otherId, site }));
  const relationships = await findRelationships(context.database, views);
  const known = new Set(relationships.flatMap((one) => (one && sightOf(one) !== 'none' ? [one.other_id] : [])));
  return { entries: rows.map((row) => presentEntry(row, known)), numResults: total?.count ?? 0, pageNumber, balance };
};
