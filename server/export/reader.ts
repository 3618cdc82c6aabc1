import type { Format } from '../platform/format.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';

/** Language, formats, time zone and site of the reader. */
export interface Reader {
  say: Say;
  format: Format;
  language: string;
  timeZone: string;
  site: Site;
}

export type Row = Readonly<Record<string, unknown>>;
/** Returns the names of the members and conversations in some rows, by their ids. */
export type FindNames = (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;

/** The context of a value: its row, and the names of the members in it. */
export interface Place extends Reader {
  row: Row;
  names: ReadonlyMap<string, string>;
}
