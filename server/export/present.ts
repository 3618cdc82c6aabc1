import type { DataExport } from '../../contract/export/operations.ts';
import type { AppContext } from '../context.ts';
import type { RowOf } from '../platform/database/database.ts';
import type { Member } from '../platform/session.ts';
import type { findExport } from './queries.ts';
import { againAt, deriveExportState, exportPath, deriveExportToken } from './rules.ts';

/** Presents a copy. `proven` is the member whose session may fetch the file; without it, there is no link. */
export function toExport(
  row: RowOf<typeof findExport>,
  { clock, secret }: Pick<AppContext, 'clock' | 'secret'>,
  proven?: Pick<Member, 'sessionHash'>,
): DataExport {
  const state = deriveExportState(row, clock.now());
  const isGiven = state === 'ready' && proven !== undefined;
  return {
    state,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    size: row.size === null ? null : Number(row.size),
    link: isGiven ? `${exportPath}?token=${deriveExportToken(secret, row.export_id, proven.sessionHash)}` : null,
    again_at: againAt(row).toISOString(),
  };
}
