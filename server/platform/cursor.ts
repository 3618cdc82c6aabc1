/**
 * Position in a list after which the next page starts: the time of the last entry in microseconds and its id. `head`
 * holds any values that come before these in the sort order.
 */
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
 * One page of `rows`, which were read with one row more than `size` to know whether there is a next page. `before` is
 * the cursor of the next page, built from what `cursorOf` returns for the last row, or null on the last page.
 */
export function buildPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; before: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, before: last && rows.length > size ? cursorOf(last).join('.') : null };
}
