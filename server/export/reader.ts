import type { Format } from '../platform/text/format.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { Site } from '../platform/site.ts';

export interface Reader {
  say: Say;
  format: Format;
  language: string;
  timeZone: string;
  site: Site;
}

export type Row = Readonly<Record<string, unknown>>;
export type FindNames = (rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;

export interface Place extends Reader {
  row: Row;
  names: ReadonlyMap<string, string>;
}
