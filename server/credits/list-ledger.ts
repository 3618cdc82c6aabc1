import { causesLike } from '../../contract/credits/causes.ts';
import { ledgerPageSize } from '../../contract/credits/limits.ts';
import type { Handler } from '../platform/handler.ts';
import { loadBalance } from './balance.ts';
import { presentEntries } from './present-entries.ts';
import { countEntries, listEntries } from './queries.ts';

/** Lists the member's ledger entries, newest first, in pages of 25, by kind of cause or in full. */
export const listLedger: Handler<'listLedger'> = async ({ pageNumber = 1, cause }, { context, site, member }) => {
  const { database } = context;
  const filter = { memberId: member.id, causes: causesLike(cause) };
  const [rows, total, balance] = await Promise.all([
    database.all(listEntries, { ...filter, limit: ledgerPageSize, offset: (pageNumber - 1) * ledgerPageSize }),
    database.first(countEntries, filter),
    loadBalance(database, member.id),
  ]);
  const entries = await presentEntries(database, { memberId: member.id, site }, rows);
  return { entries, numResults: total?.count ?? 0, pageNumber, balance };
};
