import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';
import { pino } from 'pino';

import { openDatabase } from '../server/platform/database/database.ts';
import { migrate, readMigrations } from '../server/platform/database/migrate.ts';
import { createId } from '../server/platform/ids.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { openPool, root, startBenchDatabase } from './lib/database.ts';
import { type Pair, insertMembers, pairMembers } from './lib/fill-members.ts';

/** Earlier files ran before there was anybody who could have waited. */
export const firstMeasured = '0028';

const membersUsually = 100_000;
const messagesEach = 4;
/** A pause after each turn of a writer, so that the writers leave the processors to what they wait for. */
const pauseMs = 20;
const pollMs = 10;
const runnersName = 'bench migrations';
/** The runner gives up a lock after 0.4 s, and nobody should wait for more than 0.5 s. */
const givenUpMs = 400;
export const ratioMax = 1.25;

interface Conversation extends Pair {
  conversation: ConversationId;
}

/** Fills the tables that most calls write, from the temporary table `pairs`. */
const fills = [
  `insert into conversations (conversation_id, starter_id, receiver_id, last_seq, created_at)
   select conversation, sender, receiver, ${messagesEach}, now() from pairs`,
  `insert into conversation_pairs (low_id, high_id, conversation_id)
   select least(sender, receiver), greatest(sender, receiver), conversation from pairs`,
  `insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
   select conversation, seq, gen_random_uuid(), sender, 'text', 'A few words', 1, now()
     from pairs cross join generate_series(1, ${messagesEach}) seq`,
  `insert into inbox (member_id, conversation_id, other_id, started, last_seq, last_at, last_kind, last_own, last_text)
   select side.member_id, conversation, other_id, own, ${messagesEach}, now(), 'text', own, 'A few words'
     from pairs cross join lateral (values (sender, receiver, true), (receiver, sender, false)) as side (member_id, other_id, own)`,
  `insert into photos (member_id, photo_id, position, status, width, height, created_at)
   select member_id, gen_random_uuid(), 0, 'approved', 800, 800, now() from members`,
  'insert into likes_received (member_id, sender_id, created_at) select receiver, sender, now() from pairs',
  'insert into notices (member_id) select member_id from members',
  `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
   select sender, gen_random_uuid(), 'sendMessage', '', '{}', now() from pairs`,
];

/** What one writer does in one turn: a transaction. The columns are those that every schema from 0019 on has. */
type Write = (pair: Conversation) => [text: string, values: unknown[]][];

const writes: Record<string, Write> = {
  message: ({ sender, receiver, conversation }) => [
    [
      `insert into ledger_entries (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, other_id, balance_after, created_at)
       values ($1, gen_random_uuid(), 0, 'member', 'usage', 1, 'message', gen_random_uuid()::text, $2, 0, now())`,
      [sender.id, receiver.id],
    ],
    ['update lots set credits_left = credits_left - 1 where member_id = $1', [sender.id]],
    [
      `with sent as (update conversations set last_seq = last_seq + 1 where conversation_id = $1 returning last_seq)
       insert into messages (conversation_id, seq, message_id, sender_id, kind, text, credits, created_at)
       select $1, last_seq, gen_random_uuid(), $2, 'text', 'A few words', 1, now() from sent`,
      [conversation, sender.id],
    ],
    [
      'update inbox set last_seq = last_seq + 1, last_at = now() where conversation_id = $1 and member_id = any($2)',
      [conversation, [sender.id, receiver.id]],
    ],
  ],
  reading: ({ receiver, conversation }) => [
    ['select text from messages where conversation_id = $1', [conversation]],
    [
      'update inbox set read_seq = last_seq, unread = 0 where member_id = $1 and conversation_id = $2',
      [receiver.id, conversation],
    ],
  ],
  presence: ({ sender }) => [['update profiles set last_active_at = now() where member_id = $1', [sender.id]]],
  profile: ({ sender }) => [
    [`update profiles set about = 'Changed', hair_color = 'black' where member_id = $1`, [sender.id]],
  ],
  photo: ({ sender }) => [
    [
      `insert into photos (member_id, photo_id, position, status, width, height, created_at)
       values ($1, gen_random_uuid(), 1, 'pending', 800, 800, now())`,
      [sender.id],
    ],
    ['update profiles set num_photos = num_photos + 1 where member_id = $1', [sender.id]],
    ['delete from photos where member_id = $1 and position = 1', [sender.id]],
  ],
  like: ({ sender, receiver }) => [
    [
      `insert into likes_received (member_id, sender_id, created_at) values ($1, $2, now())
       on conflict (member_id, sender_id) do update set created_at = excluded.created_at`,
      [sender.id, receiver.id],
    ],
  ],
  session: ({ sender }) => [['update sessions set seen_at = now() where member_id = $1', [sender.id]]],
  account: ({ sender }) => [[`update members set search = '{}' where member_id = $1`, [sender.id]]],
  notice: ({ sender }) => [['update notices set sent_at = now() where member_id = $1', [sender.id]]],
  key: ({ sender }) => [
    [
      `insert into idempotency_keys (member_id, key, operation, body_hash, answer, created_at)
       values ($1, gen_random_uuid(), 'sendMessage', '', '{}', now())`,
      [sender.id],
    ],
  ],
};

/** A connection that makes its transactions for one pair after another, until it is stopped. */
class Writer {
  turns = 0;
  /** The longest that one transaction waited for locks, in ms by PostgreSQL's own measure. */
  longest = 0;
  /** The time for which the transaction has waited so far. */
  #waited = 0;
  #stopped = false;
  readonly #client: pg.Client;
  readonly #ended: Promise<void>;

  constructor(connection: pg.ClientConfig, write: Write, pairs: readonly Conversation[]) {
    this.#client = new pg.Client(connection);
    this.#client.on('notice', ({ message }) => {
      this.#waited += Number(/ acquired \w+ on .* after ([\d.]+) ms$/.exec(message ?? '')?.[1] ?? 0);
    });
    this.#ended = this.#run(write, pairs);
  }

  async #run(write: Write, pairs: readonly Conversation[]): Promise<void> {
    await this.#client.connect();
    // The log of waits for locks is sent to the client, too.
    await this.#client.query(`set deadlock_timeout = '5ms'; set log_lock_waits = on; set client_min_messages = log`);
    for (let turn = 0; !this.#stopped; turn += 1) {
      const pair = pairs[turn % pairs.length];
      if (pair) await this.#takeTurn(write(pair));
      await pause(pauseMs);
    }
    await this.#client.end();
  }

  async #takeTurn(statements: ReturnType<Write>): Promise<void> {
    this.#waited = 0;
    try {
      await this.#client.query('begin');
      for (const [text, values] of statements) await this.#client.query(text, values);
      await this.#client.query('commit');
    } catch (error) {
      await this.#client.query('rollback');
      // Programs repeat a transaction that a deadlock ended.
      if ((error as { code?: string }).code !== '40P01') throw error;
    }
    this.longest = Math.max(this.longest, this.#waited);
    this.turns += 1;
  }

  /** Waits until it has begun and ended a transaction. Throws what ended it. */
  async passOne(): Promise<void> {
    const until = this.turns + 2;
    while (this.turns < until) await Promise.race([pause(pollMs), this.#ended]);
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#ended;
  }
}

/** A site with members, before the first of the files. */
export interface Site {
  /** The migrations to measure, in their order. */
  files: readonly string[];
  /** Runs a migration, one of the files or one of the given text. Returns the longest wait of a writer, in ms. */
  measureFile(name: string, text?: string): Promise<number>;
  /** The same when a lock on one table is given up after 0.4 s, and at least that: the writers may come late. */
  measureLock(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a server with as many members, and writers on the tables that most calls write. */
export async function openSite(name: string, { from = firstMeasured, members = membersUsually }): Promise<Site> {
  const all = join(root, 'migrations');
  const files = [...(await readMigrations(all)).keys()];
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const file of files) if (file < from) await copyFile(join(all, file), join(folder, file));
  const server = await startBenchDatabase(name, { migrations: folder });
  const { connection } = server;
  const pool = openPool({ ...connection, max: 2 });
  const runner = openDatabase({ ...connection, max: 1, application_name: runnersName }, pino({ level: 'silent' }));
  const pairs = await fill(connection, members);
  const kinds = Object.values(writes);
  const writers = kinds.map(
    (write, kind) =>
      new Writer(
        connection,
        write,
        pairs.filter((_, index) => index % kinds.length === kind),
      ),
  );
  const passOne = (): Promise<unknown> => Promise.all(writers.map((writer) => writer.passOne()));

  /** Runs `work` while the writers write and while somebody has left a transaction open. */
  async function measure(work: () => Promise<unknown>): Promise<number> {
    await passOne();
    for (const writer of writers) writer.longest = 0;
    const close = await leaveTransactionOpen(pool);
    const working = work();
    await Promise.race([working, untilWaited(pool)]).finally(close);
    await working;
    await passOne();
    return Math.max(...writers.map(({ longest }) => longest));
  }

  return {
    files: files.filter((file) => file >= from),
    measureFile: async (file, text) => {
      if (text === undefined) await copyFile(join(all, file), join(folder, file));
      else await writeFile(join(folder, file), text);
      return measure(() => migrate(runner, folder));
    },
    measureLock: async () => Math.max(givenUpMs, await measure(() => giveUpLock(connection))),
    close: async () => {
      await Promise.all(writers.map((writer) => writer.stop()));
      await runner.close();
      await pool.end();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function fill(connection: pg.ClientConfig, count: number): Promise<Conversation[]> {
  const pool = openPool({ ...connection, max: 1 });
  const members = await insertMembers(pool, count, 1_000_000);
  const pairs = pairMembers(members).map((pair) => ({ ...pair, conversation: createId<ConversationId>() }));
  await pool.query(
    'create temp table pairs as select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as pair (sender, receiver, conversation)',
    [
      pairs.map(({ sender }) => sender.id),
      pairs.map(({ receiver }) => receiver.id),
      pairs.map(({ conversation }) => conversation),
    ],
  );
  for (const text of fills) await pool.query(text);
  await pool.end();
  return pairs;
}

/** Reads from all tables in a transaction, which a migration that locks one has to wait for. Returns what ends it. */
async function leaveTransactionOpen(pool: pg.Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await client.query(`begin; lock table ${rows[0]?.tables} in access share mode`);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Waits until the runner has waited for a lock on a table once, or waits for transactions to end. */
async function untilWaited(pool: pg.Pool): Promise<void> {
  for (let hasWaited = false; ; await pause(pollMs)) {
    const { rows } = await pool.query<{ kind: string }>(
      `select l.locktype as kind from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.application_name = $1`,
      [runnersName],
    );
    const [wait] = rows;
    if (wait ? wait.kind !== 'relation' : hasWaited) return;
    hasWaited = wait !== undefined;
  }
}

async function giveUpLock(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: runnersName });
  await client.connect();
  await client.query(`set lock_timeout = ${givenUpMs}`);
  await expectGivenUp(client.query('begin; lock table messages in access exclusive mode'));
  await client.end();
}

async function expectGivenUp(lock: Promise<unknown>): Promise<void> {
  const code = await lock.then(
    () => 'had it',
    (error: unknown) => (error as { code?: string }).code,
  );
  if (code !== '55P03') throw new Error(`the lock was not given up: ${code}`);
}

export const bench: Bench = {
  question: 'How long does each migration keep a write waiting on a site with members?',
  run: async ({ quick, flags, print }) => {
    const members = quick ? 1_000 : Number(flags['members'] ?? membersUsually);
    const site = await openSite('migrations', { members, ...(flags['from'] !== undefined && { from: flags['from'] }) });
    const limit = { name: `a lock given up after ${givenUpMs} ms`, value: await site.measureLock() };
    const figures: Figure[] = [];
    for (const file of site.files) {
      const since = performance.now();
      const value = await site.measureFile(file);
      print(`  ${file} ran in ${Math.round(performance.now() - since)} ms`);
      figures.push({ name: file, value, unit: 'ms', limit, goal: { atMost: ratioMax } });
    }
    await site.close();
    return { figures, notes: [`${members.toLocaleString('en')} members; the longest that one transaction waited`] };
  },
};
