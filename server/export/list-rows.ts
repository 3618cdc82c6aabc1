import type { Database } from '../platform/database/database.ts';
import { listConversations } from './queries-talk.ts';
import type { Source } from './sources.data.ts';

const limit = 500;

/** The member's rows of one source, a page in memory at a time. */
export async function* listRows(database: Database, source: Source, memberId: string): AsyncGenerator<object> {
  const { list, listIn } = source;
  if (list) yield* pages((offset) => database.all(list, { memberId, limit, offset }));
  else
    for await (const { conversation } of listTalks(database, memberId))
      yield* pages((offset) => database.all(listIn, { memberId, conversationId: conversation, limit, offset }));
}

/** The conversations of the member. */
function listTalks(database: Database, memberId: string): AsyncGenerator<{ conversation: string }> {
  return pages((offset) => database.all(listConversations, { memberId, limit, offset }));
}

async function* pages<Row>(load: (offset: number) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += limit) {
    const rows = await load(offset);
    yield* rows;
    if (rows.length < limit) return;
  }
}
