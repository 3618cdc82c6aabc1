import { attributes, type Attribute } from '../../contract/attributes.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { escapeHtml } from '../accounts/email-html.ts';
import type { Format } from '../platform/format.ts';
import type { Say } from '../platform/sentences.ts';

/** The words and the clock of the reader. */
export interface Reader {
  say: Say;
  format: Format;
  language: string;
  timeZone: string;
}

export interface Table {
  name: string;
  rows: AsyncIterable<object>;
}

/** Tables as one JSON object: a list of rows under each name. */
export async function* writeJson(tables: readonly Table[]): AsyncGenerator<string> {
  yield '{';
  for (const [position, { name, rows }] of tables.entries()) {
    yield `${position === 0 ? '' : ','}\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;border-top:1px solid #8886;padding-top:.75rem}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}img{max-width:16rem;border-radius:.5rem}`;

/** The same as a page in the reader's language; a row is a list of names and values. */
export async function* writePage(reader: Reader, title: string, tables: readonly Table[]): AsyncGenerator<string> {
  const { say, language } = reader;
  yield startOfPage(language, title);
  for (const { name, rows } of tables) {
    yield `<h2>${escapeHtml(say(`export.table.${name}` as SentenceId))}</h2>\n`;
    let isEmpty = true;
    for await (const row of rows) {
      isEmpty = false;
      yield '<dl>';
      for (const [column, value] of Object.entries(row) as [string, unknown][]) {
        if (value === null || value === '') continue;
        yield `<dt>${escapeHtml(labelOf(say, column))}</dt><dd>${valueOf(reader, name, column, value)}</dd>`;
      }
      yield '</dl>\n';
    }
    if (isEmpty) yield `<p>${escapeHtml(say('export.none'))}</p>\n`;
  }
  yield '</body></html>\n';
}

export function startOfPage(language: string, title: string): string {
  const shown = escapeHtml(title);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shown}</title><style>${style}</style></head><body><h1>${shown}</h1>\n`;
}

/** Where the picture of a row is in the archive. */
export const pictureFolders: Readonly<Record<string, string>> = { photos: 'photos', chat_photos: 'message-photos' };

function labelOf(say: Say, column: string): string {
  return say((column in attributes ? `attributes.${column}` : `export.column.${column}`) as SentenceId);
}

function valueOf({ say, format, timeZone }: Reader, table: string, column: string, value: unknown): string {
  const folder = pictureFolders[table];
  if (column === 'photo' && folder) return `<img src="${folder}/${escapeHtml(String(value))}.webp" alt="">`;
  if (value instanceof Date) return escapeHtml(format.moment(value, timeZone));
  if (typeof value === 'boolean') return escapeHtml(say(value ? 'export.yes' : 'export.no'));
  if (isAttribute(column, value)) return escapeHtml(say(`attributes.${column}.${value}` as SentenceId));
  if (column === 'interests' && Array.isArray(value))
    return escapeHtml(value.map((key) => say(`interests.${String(key)}` as SentenceId)).join(', '));
  return escapeHtml(typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value as string | number));
}

function isAttribute(column: string, value: unknown): value is string {
  return column in attributes && (attributes[column as Attribute] as readonly unknown[]).includes(value);
}
