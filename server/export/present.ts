import type { DataExport } from '../../contract/export.ts';
import type { RowOf } from '../platform/database/database.ts';
import { exportPath, exportToken } from './link.ts';
import type { findExport } from './queries.ts';
import { againAt, stateOf } from './rules.ts';

export function toExport(row: RowOf<typeof findExport>, { now, secret }: { now: Date; secret: string }): DataExport {
  const state = stateOf(row, now);
  return {
    state,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    size: row.size === null ? null : Number(row.size),
    link: state === 'ready' ? `${exportPath}?token=${exportToken(secret, row.export_id)}` : null,
    again_at: againAt(row).toISOString(),
  };
}
