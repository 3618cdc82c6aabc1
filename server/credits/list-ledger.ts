import { ledgerPageSize } from '../../contract/limits.ts';
import type { Handler } from '../platform/handler.ts';
import { balanceOf } from './balance-of.ts';
import { presentEntry } from './present.ts';
import { countEntries, listEntries } from './queries.ts';

/** The member's own account statement, newest entry first, in pages of 25. */
export const listLedger: Handler<'listLedger'> = async ({ pageNumber = 1 }, { context, member }) => {
  const [rows, total, balance] = await Promise.all([
    context.database.all(listEntries, {
      memberId: member.id,
      limit: ledgerPageSize,
      offset: (pageNumber - 1) * ledgerPageSize,
    }),
    context.database.first(countEntries, { memberId: member.id }),
    balanceOf(context.database, member.id),
  ]);
  return { entries: rows.map(presentEntry), numResults: total?.count ?? 0, pageNumber, balance };
};
