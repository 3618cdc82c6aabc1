/** Returns the first eight characters of the id, which people read and spell. The provider also shows them. */
export function formatOrderNumber(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
