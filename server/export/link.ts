import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token of an export's link: it follows from the id and the secret of the installation, so that no link is stored. */
export function exportToken(secret: string, exportId: string): string {
  return createHmac('sha256', secret).update(`export ${exportId}`).digest('base64url');
}

export function isExportToken(secret: string, exportId: string, token: string): boolean {
  const [given, wanted] = [Buffer.from(token), Buffer.from(exportToken(secret, exportId))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Where the file is fetched. */
export const exportPath = '/api/export-file.php';
