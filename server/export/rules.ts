import type { DataExport } from '../../contract/export/operations.ts';
import { after, hourMs } from '../platform/clock.ts';

/** Lifetime of the file and its link, and the time between two exports of a member. */
export const exportHours = 24;

export interface ExportRow {
  asked_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  fetched_at: Date | null;
}

/** An export waits for its job, is ready, was fetched once, or expired before that. */
export function deriveExportState(
  { ready_at: ready, expires_at: expires, fetched_at: fetched }: ExportRow,
  now: Date,
): DataExport['state'] {
  if (!ready || !expires) return 'waiting';
  if (fetched) return 'fetched';
  return expires <= now ? 'expired' : 'ready';
}

/** When the next export can be requested. */
export function againAt({ asked_at: asked }: Pick<ExportRow, 'asked_at'>): Date {
  return after(asked, exportHours * hourMs);
}
