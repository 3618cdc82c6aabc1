import type pg from 'pg';

import { statements } from '../../server/platform/database/statement.ts';
import { short, type Figure } from './bench.ts';
import { countWrites, listStatements, resetStatements, total, type Writes } from './count-writes.ts';
import { openPool } from './database.ts';
import type { Conversations, FilledConversation } from './fill-conversations.ts';
import { openInProcess } from './in-process.ts';
import { openMessageLoad, type MessageLoad } from './message-load.ts';
import { recordStatements, type RecordedMessage } from './recorded-statements.ts';

/** For the server that counts: nothing else may write to the log. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '16GB',
};

interface StatementCount {
  text: string;
  calls: number;
  /** Bytes of log. */
  bytes: number;
}

export interface MessageCounts {
  recorded: RecordedMessage;
  ran: StatementCount[];
  alone: Writes;
  together: Writes;
  /** The first messages after a checkpoint, each in a conversation of its own that nobody has used. */
  cold: Writes;
}

const inFlight = 64;

/** Counts what paid messages cost PostgreSQL, which does not depend on the machine's speed. */
export async function countMessages(connection: pg.ClientConfig, filled: Conversations): Promise<MessageCounts> {
  const { host, port, user, database } = connection as { host: string; port: number; user: string; database: string };
  const pool = openPool({ ...connection, max: 1 });
  await pool.query('create extension if not exists pg_walinspect; create extension if not exists pg_stat_statements');
  const app = await openInProcess({ host, port, user, database });
  const place = { host: '127.0.0.1', port: await app.listen() };
  const open = (some: readonly FilledConversation[], atOnce: number): Promise<MessageLoad> =>
    openMessageLoad(place, some, atOnce);
  const [template, ...others] = filled.conversations;
  if (!template) throw new Error('there are no conversations');
  const single = await open([template], 1);
  await single.closedLoop({ messages: 3 });
  // The shortest record is that of the message alone: presence is written now and then.
  const records: RecordedMessage[] = [];
  while (records.length < 5) records.push(await recordStatements(() => single.closedLoop({ messages: 1 })));
  const [recorded = []] = records.toSorted((a, b) => a.flat().length - b.flat().length);
  single.close();
  const warm = others.slice(0, inFlight);
  const one = await open(warm, 1);
  // After this the pages of these conversations have been logged whole, and their rows have been moved once.
  await pool.query('checkpoint');
  await one.closedLoop({ messages: warm.length * 2 });
  await resetStatements(pool);
  const alone = await countWrites(pool, warm.length * 2, () => one.closedLoop({ messages: warm.length * 2 }));
  const ran = await listStatements(pool, warm.length * 2);
  one.close();
  const many = await open(warm, inFlight);
  await many.closedLoop({ messages: warm.length * 2 });
  const together = await countWrites(pool, warm.length * 8, () => many.closedLoop({ messages: warm.length * 8 }));
  many.close();
  const every = Math.max(1, Math.floor((others.length - warm.length) / inFlight));
  const unused = others.slice(warm.length).filter((_, n) => n % every === 0);
  const rare = await open(unused.slice(0, inFlight), inFlight);
  await pool.query('checkpoint');
  const few = Math.min(unused.length, inFlight);
  const cold = await countWrites(pool, few, () => rare.closedLoop({ messages: few }));
  rare.close();
  await app.close();
  await pool.end();
  return { recorded, ran, alone, together, cold };
}

export function buildCountFigures({ recorded, alone, together, cold }: MessageCounts): Figure[] {
  const figure = (name: string, value: number, atMost?: number): Figure => {
    return { name, value, unit: '', ...(atMost !== undefined && { goal: { atMost } }) };
  };
  return [
    figure('statements of a message', recorded.flat().length, 12),
    figure('round trips to the database', recorded.length),
    figure('rows inserted', total(together.inserted)),
    figure('rows updated', total(together.updated)),
    figure('rows updated without an index entry (HOT)', total(together.hot)),
    figure('index entries', total(together.entries), 3),
    figure('row locks in the log', together.rowLocks, 4),
    figure('log bytes, alone', alone.bytes),
    figure(`log bytes, ${inFlight} in flight`, together.bytes, 1_600),
    figure(`log records, ${inFlight} in flight`, together.records),
    figure('log bytes of the first messages after a checkpoint', cold.bytes, 40_000),
    figure('of these in whole pages', cold.wholePages),
  ];
}

/** Yields one line for each table and index that a message writes, and for each statement that it runs. */
export function* listCounts({ ran, alone, together, cold }: MessageCounts): Generator<string> {
  const tables = new Set([alone, together, cold].flatMap((one) => Object.keys({ ...one.inserted, ...one.updated })));
  const columns = ['alone', `${inFlight} in flight`, 'after a checkpoint'];
  yield `  ${''.padEnd(44)}${columns.map((column) => column.padStart(20)).join('')}`;
  const line = (name: string, read: (one: Writes) => string): string =>
    `  ${name.padEnd(44)}${[alone, together, cold].map((one) => read(one).padStart(20)).join('')}`;
  for (const table of [...tables].toSorted())
    yield line(
      `${table}: rows inserted, updated (HOT)`,
      ({ inserted, updated, hot }) =>
        `${short(inserted[table] ?? 0)}, ${short(updated[table] ?? 0)} (${short(hot[table] ?? 0)})`,
    );
  const indexes = new Set([alone, together, cold].flatMap(({ entries }) => Object.keys(entries)));
  for (const index of [...indexes].toSorted())
    yield line(`${index}: entries`, ({ entries }) => short(entries[index] ?? 0));
  yield line('index entries', ({ entries }) => short(total(entries)));
  yield line('row locks', ({ rowLocks }) => short(rowLocks));
  yield line('log records', ({ records }) => short(records));
  yield line('log bytes', ({ bytes }) => short(bytes));
  yield line('of these in whole pages', ({ wholePages }) => short(wholePages));
  yield line('log bytes of other transactions meanwhile', ({ beside }) => short(beside));
  for (const { text, calls, bytes } of ran) {
    yield `  ${nameStatement(text).padEnd(44)}${`${short(calls)} ×`.padStart(20)}${`${short(bytes)} bytes of log`.padStart(28)}`;
  }
}

/** Returns the name of one of the product's statements from the text that PostgreSQL keeps; otherwise the text. */
export function nameStatement(text: string): string {
  const shape = toShape(text);
  return [...statements.values()].find((one) => toShape(one.text) === shape)?.name ?? text;
}

/**
 * Replaces what differs between a statement and the text that PostgreSQL keeps: it writes `$n` for each constant, and
 * leaves out all but the first of a list of them.
 */
function toShape(text: string): string {
  const plain = text.replaceAll(/E?'(?:[^']|'')*'|\$\d+|\b(?:\d+|true|false|null)\b/gi, '?');
  return plain
    .replaceAll(/\? \/\*, \.\.\. \*\/|\?(?:\s*,\s*\?)+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
