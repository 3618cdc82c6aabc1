import type { Format } from '../platform/format.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';

/** The words and the clock of the reader, and their site. */
export interface Reader {
  say: Say;
  format: Format;
  language: string;
  timeZone: string;
  site: Site;
}

/** A row of a page, by its columns. */
export type Row = Readonly<Record<string, unknown>>;
/** What the members and conversations of some rows are called, by their ids. */
export type FindNames = (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;

/** Where a value stands: its row, and what those are called of whom it tells. */
export interface Place extends Reader {
  row: Row;
  names: ReadonlyMap<string, string>;
}
