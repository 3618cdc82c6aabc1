/** Public identifiers: version 4 UUIDs with 122 random bits. */
export const idPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

const wholeId = new RegExp(`^${idPattern}$`);

export function isId(text: string): boolean {
  return wholeId.test(text);
}
