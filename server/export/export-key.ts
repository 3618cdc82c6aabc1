/** The files of an export are below its id. */
export function exportKey(exportId: string): string {
  return `${exportId}/archive`;
}
