/** Storage key of an export's file, below the export's id. */
export function exportKey(exportId: string): string {
  return `${exportId}/archive`;
}
