import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token of an export's link for one session, derived from the installation's secret instead of stored. */
export function exportToken(secret: string, exportId: string, sessionHash: Buffer): string {
  return createHmac('sha256', secret).update(`export ${exportId} `).update(sessionHash).digest('base64url');
}

export function isExportToken(secret: string, exportId: string, sessionHash: Buffer, token: string): boolean {
  const [given, wanted] = [Buffer.from(token), Buffer.from(exportToken(secret, exportId, sessionHash))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export const exportPath = '/api/export-file.php';
