import type { DataExport } from '../../contract/export.ts';
import type { AppContext } from '../context.ts';
import type { RowOf } from '../platform/database/database.ts';
import type { Member } from '../platform/session.ts';
import { exportPath, exportToken } from './link.ts';
import type { findExport } from './queries.ts';
import { againAt, stateOf } from './rules.ts';

type Row = RowOf<typeof findExport>;

export function toExport(row: Row, now: Date): DataExport {
  return {
    state: stateOf(row, now),
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    size: row.size === null ? null : Number(row.size),
    again_at: againAt(row).toISOString(),
  };
}

/** The path of the file for a session of its member; null where there is none to be fetched. */
export function linkOf(
  row: Row,
  { sessionHash }: Pick<Member, 'sessionHash'>,
  { clock, secret }: Pick<AppContext, 'clock' | 'secret'>,
): string | null {
  if (stateOf(row, clock.now()) !== 'ready') return null;
  return `${exportPath}?token=${exportToken(secret, row.export_id, sessionHash)}`;
}
