import { Readable } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

import type { AppContext } from '../context.ts';
import type { Snapshot } from '../platform/database/database.ts';
import { listConversations } from './queries-talk.ts';
import { type Source, sources } from './sources.data.ts';

/** The file of one table's rows in one run: one row a line, every value with its type. */
const spoolKey = (folder: string, table: string): string => `${folder}/${table.replaceAll('_', '-')}`;

/**
 * Copies every row of an export into files below `folder`, as of one moment. Both forms of the export are written from
 * these files, so that the database is queried only once.
 */
export async function spoolRows(
  { database, exports }: Pick<AppContext, 'database' | 'exports'>,
  memberId: string,
  folder: string,
): Promise<void> {
  await database.snapshot(async (snapshot) => {
    for (const [table, source] of Object.entries(sources))
      await exports.put(spoolKey(folder, table), Readable.from(lines(rowsOf(snapshot, source, memberId))));
  });
}

/** Reads back the rows of one table, in order. */
export async function* readRows(exports: AppContext['exports'], folder: string, table: string): AsyncGenerator<object> {
  const file = await exports.open(spoolKey(folder, table));
  if (!file) throw new Error('the rows of an export are gone');
  let rest = '';
  for await (const piece of file.stream.setEncoding('latin1') as AsyncIterable<string>) {
    const whole = (rest + piece).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield deserialize(Buffer.from(line, 'base64')) as object;
  }
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${serialize(row).toString('base64')}\n`;
}

async function* rowsOf(snapshot: Snapshot, { list, listIn }: Source, memberId: string): AsyncGenerator<object> {
  if (list) return yield* snapshot.each(list, { memberId });
  for await (const { conversation: conversationId } of snapshot.each(listConversations, { memberId }))
    yield* snapshot.each(listIn, { memberId, conversationId });
}
