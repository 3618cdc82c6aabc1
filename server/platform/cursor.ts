/** The last entry's time in microseconds and its id. `head` holds values that come first in the sort order. */
interface Cursor {
  head: string[];
  place: number | null;
  id: string | null;
}

/** Reads the cursor that a client sent back; without one, the list starts at its beginning. */
export function readCursor(before: string | undefined): Cursor {
  if (before === undefined) return { head: [], place: null, id: null };
  const parts = before.split('.');
  return { head: parts.slice(0, -2), place: Number(parts.at(-2)), id: parts.at(-1) ?? null };
}

/**
 * Builds a page from `rows`, which have one row more than `size` if there is a next page. `before` is the cursor of
 * that page, else null.
 */
export function buildPage<Row>(
  rows: readonly Row[],
  size: number,
  getCursor: (row: Row) => readonly (string | number)[],
): { rows: Row[]; before: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, before: last && rows.length > size ? getCursor(last).join('.') : null };
}
