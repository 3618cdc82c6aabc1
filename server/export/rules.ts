import { createHmac } from 'node:crypto';

import type { DataExport } from '../../contract/export/operations.ts';
import { after, hourMs } from '../platform/clock.ts';
import { isSameSecret } from '../platform/hash.ts';

/** The topics of an export, in order: each is a page to read and the same data as JSON. */
export const exportTopics = ['account', 'likes', 'conversations', 'money', 'orders', 'support'] as const;

export type ExportTopic = (typeof exportTopics)[number];

/** Lifetime of the file and its link, and the time between two exports of a member. */
export const exportHours = 24;

export interface ExportRow {
  asked_at: Date;
  ready_at: Date | null;
  expires_at: Date | null;
  fetched_at: Date | null;
}

export function deriveExportState(
  { ready_at: ready, expires_at: expires, fetched_at: fetched }: ExportRow,
  now: Date,
): DataExport['state'] {
  if (!ready || !expires) return 'waiting';
  if (fetched) return 'fetched';
  return expires <= now ? 'expired' : 'ready';
}

export function againAt({ asked_at: asked }: Pick<ExportRow, 'asked_at'>): Date {
  return after(asked, exportHours * hourMs);
}

/** Returns the token of an export's link for one session, derived from the installation's secret instead of stored. */
export function deriveExportToken(secret: string, exportId: ExportId, sessionHash: Buffer): string {
  return createHmac('sha256', secret).update(`export ${exportId} `).update(sessionHash).digest('base64url');
}

export function isExportToken(secret: string, exportId: ExportId, sessionHash: Buffer, token: string): boolean {
  return isSameSecret(token, deriveExportToken(secret, exportId, sessionHash));
}

export const exportPath = '/api/export-file.php';

export function exportKey(exportId: ExportId): string {
  return `${exportId}/archive`;
}
