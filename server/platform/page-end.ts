/** Where a page ended: when its last entry came, in microseconds, and the entry's id; what else orders the list is the head. */
interface PageEnd {
  head: string[];
  place: number | null;
  id: string | null;
}

/** Reads what a client sent back. Before the first page nothing is excluded. */
export function readPageEnd(before: string | undefined): PageEnd {
  if (before === undefined) return { head: [], place: null, id: null };
  const parts = before.split('.');
  return { head: parts.slice(0, -2), place: Number(parts.at(-2)), id: parts.at(-1) ?? null };
}

/**
 * A page of what was read with one row to spare, which only tells that there is a next page. `before` is where this one
 * ended, made of what `endOf` says of its last row; null when nothing comes after.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  size: number,
  endOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; before: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, before: last && rows.length > size ? endOf(last).join('.') : null };
}
