import { attributes } from '../../contract/members/attributes.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { escapeHtml } from '../platform/text/escape-html.ts';
import type { FindNames, Place, Reader, Row } from './reader.ts';
import { words } from './values.data.ts';

export interface Table {
  name: string;
  rows: AsyncIterable<object>;
}

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
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dd ul{margin:0;padding:0;list-style:none}img{max-width:16rem;border-radius:.5rem}
@media(max-width:40rem){dl{display:block}dd{margin-bottom:.5rem}}`;

/** The number of rows for which names are looked up at a time. */
const rowsTogether = 500;

export async function* writePage(
  reader: Reader,
  title: string,
  tables: readonly Table[],
  findNames: FindNames,
): AsyncGenerator<string> {
  const { say, language } = reader;
  yield startOfPage(language, title);
  for (const { name, rows } of tables) {
    yield `<h2>${escapeHtml(say(`export.table.${name}` as SentenceId))}</h2>\n`;
    let isEmpty = true;
    for await (const some of together(rows as AsyncIterable<Row>)) {
      isEmpty = false;
      const names = await findNames(some);
      for (const row of some) yield writeRow(name, { ...reader, row, names });
    }
    if (isEmpty) yield `<p>${escapeHtml(say('export.none'))}</p>\n`;
  }
  yield '</body></html>\n';
}

async function* together(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let some: Row[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < rowsTogether) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

function writeRow(table: string, place: Place): string {
  const { row } = place;
  const shown = Object.entries(row).flatMap(([column, value]) => {
    // A conversation has the same name as its other member.
    if (value === null || value === '' || (column === 'conversation' && 'member' in row)) return [];
    const written = formatValue(place, table, column, value);
    return written === '' ? [] : `<dt>${escapeHtml(getLabel(place, column))}</dt><dd>${written}</dd>`;
  });
  return `<dl>${shown.join('')}</dl>\n`;
}

export function startOfPage(language: string, title: string): string {
  const shown = escapeHtml(title);
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shown}</title><style>${style}</style></head><body><h1>${shown}</h1>\n`;
}

export const pictureFolders: Readonly<Record<string, string>> = { photos: 'photos', chat_photos: 'message-photos' };

function getLabel({ say }: Place, column: string): string {
  if (column === 'amount') return say('payments.result.amount');
  return say((column in attributes ? `attributes.${column}` : `export.column.${column}`) as SentenceId);
}

function formatValue(place: Place, table: string, column: string, value: unknown): string {
  const { say, format, timeZone } = place;
  const folder = table === 'messages' ? pictureFolders['chat_photos'] : pictureFolders[table];
  if (column === 'photo' && folder) return `<img src="${folder}/${escapeHtml(String(value))}.webp" alt="">`;
  if (value instanceof Date) return escapeHtml(format.moment(value, timeZone));
  if (typeof value === 'boolean') return escapeHtml(say(value ? 'export.yes' : 'export.no'));
  const written = (words[`${table}.${column}`] ?? words[column])?.(value, place);
  if (typeof written === 'object') return formatList(written);
  return escapeHtml(
    written ?? (typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value as string | number)),
  );
}

function formatList(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}
