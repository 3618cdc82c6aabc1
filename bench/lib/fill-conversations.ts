import pg from 'pg';

import { hashToken } from '../../server/platform/hash.ts';
import { openPool } from './database.ts';
import { insertMembers } from './fill-members.ts';
import { openInProcess } from './in-process.ts';
import { openMessageLoad, type OpenConversation } from './message-load.ts';

export interface FilledConversation extends OpenConversation {
  /** What this conversation has in place of each of the template's ids. */
  ids: readonly string[];
}

/** The first conversation is the template: the app wrote it, and the others are copies with ids of their own. */
export interface Conversations {
  /** Member ids, hashes of tokens and all other ids in the rows of the template. */
  templateIds: readonly string[];
  conversations: readonly FilledConversation[];
}

interface Row {
  table: string;
  cells: { column: string; type: string; value: string | null }[];
}

const credits = 10_000_000;
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Fills pairs of logged-in members, the first of which has sent a message to the second. The rows are those that the
 * app itself writes, so the fill follows every change of the tables. A hundred thousand pairs take under two minutes.
 */
export async function fillConversations(connection: pg.ClientConfig, count: number): Promise<Conversations> {
  const pool = openPool({ ...connection, max: 1 });
  const members = await insertMembers(pool, 2, credits);
  // The ids of a pair are stored in their order, which the copies keep.
  const [sender, receiver] = members.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!sender || !receiver) throw new Error('there are no members');
  const template = await sendFirst(connection, { sender, receiver });
  const rows = await readRows(pool, [sender.id, receiver.id, template.conversation]);
  const found = rows.flatMap(({ cells }) => cells.flatMap(({ value }) => value?.match(uuids) ?? []));
  const ids = [...new Set<string>([sender.id, receiver.id, template.conversation, ...found])];
  const tokens = [sender.token, receiver.token];
  const templateIds = [...ids, ...tokens.map((token) => hashToken(token).toString('hex'))];
  await pool.query('set session_replication_role = replica; set synchronous_commit = off');
  await pool.query(`create temp table copies as ${selectCopies(ids, tokens)}`, [count - 1]);
  for (const row of rows) await pool.query(buildCopy(row, templateIds));
  const copies = await pool.query<{ n: number; ids: string[] }>('select n, ids from copies order by n');
  await pool.query('drop table copies; reset session_replication_role; reset synchronous_commit');
  await pool.query('vacuum analyze');
  await pool.end();
  const filled = copies.rows.map((copy): FilledConversation => {
    const [from = '', to = '', conversation = ''] = copy.ids;
    return {
      sender: {
        id: from as MemberId,
        token: `${from}${copySecret(sender.token, String(copy.n).padStart(digits, '0'))}`,
      },
      receiver: {
        id: to as MemberId,
        token: `${to}${copySecret(receiver.token, String(copy.n).padStart(digits, '0'))}`,
      },
      conversation: conversation as ConversationId,
      ids: copy.ids,
    };
  });
  return { templateIds, conversations: [{ ...template, ids: templateIds }, ...filled] };
}

async function sendFirst(connection: pg.ClientConfig, pair: Pick<OpenConversation, 'sender' | 'receiver'>) {
  const { host, port, user, database } = connection as { host: string; port: number; user: string; database: string };
  const app = await openInProcess({ host, port, user, database });
  const load = await openMessageLoad({ host: '127.0.0.1', port: await app.listen() }, [pair], 1);
  await load.closedLoop({ messages: 1 });
  const [first] = load.conversations();
  load.close();
  await app.close();
  if (!first) throw new Error('no conversation was started');
  return first;
}

/** Reads all rows, of all tables, that name one of the ids. */
async function readRows(pool: pg.Pool, ids: readonly string[]): Promise<Row[]> {
  const { rows: tables } = await pool.query<{ table: string; columns: string[]; types: string[] }>(
    `select c.relname as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns,
            array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const found: Row[] = [];
  for (const { table, columns, types } of tables) {
    const texts = columns.map((column) => `${column}::text`).join(', ');
    const { rows } = await pool.query<{ cells: (string | null)[] }>(
      `select array[${texts}] as cells from ${table} t where t::text ~ $1`,
      [ids.join('|')],
    );
    for (const { cells } of rows)
      found.push({
        table,
        cells: columns.map((column, n) => ({ column, type: types[n] ?? '', value: cells[n] ?? null })),
      });
  }
  return found;
}

/**
 * Writes the statement that draws the ids of copies. The first two are the members': their first digits keep them in
 * order.
 */
function selectCopies(ids: readonly string[], tokens: readonly string[]): string {
  const drawn = ids.map((_, n) =>
    n < 2 ? `overlay(gen_random_uuid()::text placing '${n === 0 ? '0' : 'f'}' from 1)` : 'gen_random_uuid()::text',
  );
  const hashes = tokens.map((token, n) => {
    const secret = copySecret(token, `' || lpad(n::text, ${digits}, '0') || '`);
    return `encode(sha256(convert_to(ids[${n + 1}] || '${secret}', 'UTF8')), 'hex')`;
  });
  return `select n, ids || array[${hashes.join(', ')}] as ids
            from (select n, array[${drawn.join(', ')}] as ids from generate_series(1, $1::int) n) as drawn`;
}

const digits = 8;

/** Returns a token of the template, without its member, whose last digits are those of a copy. */
function copySecret(token: string, number: string): string {
  return `${token.slice(token.indexOf('.'), -digits)}${number}`;
}

/** Inserts a copy of the row for each copied conversation. Names contain the beginning of an id. */
function buildCopy({ table, cells }: Row, templateIds: readonly string[]): string {
  const values = cells.map(({ value, type }) => {
    if (value === null) return 'null';
    let text = pg.escapeLiteral(value);
    for (const [n, id] of templateIds.entries()) {
      if (value.includes(id)) text = `replace(${text}, '${id}', ids[${n + 1}])`;
      else if (n < 2 && value.includes(id.slice(0, 8)))
        text = `replace(${text}, '${id.slice(0, 8)}', left(ids[${n + 1}], 8))`;
    }
    return `(${text})::${type}`;
  });
  const columns = cells.map(({ column }) => column).join(', ');
  return `insert into ${table} (${columns}) select ${values.join(', ')} from copies`;
}
