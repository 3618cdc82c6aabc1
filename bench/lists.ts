import type pg from 'pg';

import type { Bench, Figure } from './lib/bench.ts';
import { openInProcess, type Caller } from './lib/in-process.ts';
import { createMeter, p95OfBest, type Usage } from './lib/measure.ts';
import { startPopulation, type Population } from './lib/population.ts';
import { lists } from './lists.data.ts';

async function findLastPages(call: Caller): Promise<{ 'chats.php': string; 'likes.php': string }> {
  let { before: chats } = await call('listChats');
  for (let next = chats; next; next = (await call('listChats', { before: next })).before) chats = next;
  let likes = (await call('listLikes')).before.liked_by;
  for (let next = likes; next; next = (await call('listLikes', { before: next })).before.liked_by) likes = next;
  return { 'chats.php': chats ?? '', 'likes.php': likes ?? '' };
}

const plainPage = 'select * from messages where conversation_id = $1 order by seq desc limit 50';

export const bench: Bench = {
  question: 'How long do the lists of a busy member take?',
  run: async ({ quick, flags, print }) => {
    const messages = Number(flags['messages'] ?? (quick ? 1_000 : 10_000_000));
    const sizes = { conversations: quick ? 20 : 1_000, messagesEach: quick ? 10 : 100, messages };
    const population = await startPopulation(quick ? 200 : 10_000, print, {
      name: `lists-${messages}`,
      fill: async (pool) => {
        print(`filling ${messages.toLocaleString('en')} messages, once`);
        await fillConversations(pool, sizes);
      },
    });
    const figures = await measure(population, quick ? 3 : 30);
    await population.stop();
    const notes = [
      `one member with ${sizes.conversations} conversations of ${sizes.messagesEach} messages each, 800 likes received, 700 given`,
      `${messages.toLocaleString('en')} messages in the table; p95 of 30 calls, the best of five runs each, after 30 calls of warm-up; through the dispatcher in the same process, answer checked`,
    ];
    return { figures, notes };
  },
};

async function measure(population: Population, rounds: number): Promise<Figure[]> {
  const { pool, connection, at } = population;
  const app = await openInProcess(connection, at);
  const { rows } = await pool.query<{ member_id: string; conversation_id: string }>(
    `select member_id, conversation_id from inbox
      where member_id = (select member_id from inbox group by member_id order by count(*) desc limit 1) order by last_at`,
  );
  const owner = rows[0]?.member_id ?? '';
  const call = await app.logIn(owner);
  const meter = createMeter(pool);
  const conversations = rows.map(({ conversation_id: id }) => id);
  const last = await findLastPages(call);
  const conversationAt = (round: number): string => conversations[(round * 7) % conversations.length] ?? '';
  const works = [
    ...Object.entries(lists).map(([name, list]) => ({
      name,
      run: () => call(list.name),
      plain: () => pool.query(list.plain, [owner]),
    })),
    ...(['chats.php', 'likes.php'] as const).map((name) => ({
      name: `last page of ${name}`,
      run: () => call(lists[name].name, { before: last[name] }),
      plain: () => pool.query(lists[name].plain, [owner]),
    })),
    {
      name: 'first page of chat.php',
      run: (round: number) => call('getChat', { conversation: conversationAt(round) }),
      plain: (round: number) => pool.query(plainPage, [conversationAt(round)]),
    },
    {
      name: 'search in conversations',
      // Alternates a word in every message with a word in none; the second search reads as much as one call may.
      run: (round: number) => call('searchMessages', { text: round % 2 === 0 ? 'nowhere' : 'evening' }),
      plain: (round: number) => pool.query(plainPage, [conversationAt(round)]),
    },
  ];
  const figures: Figure[] = [];
  for (const { name, run, plain } of works) {
    // Warm up: a running server has compiled this code, and its connections have planned the statements.
    for (let round = 0; round < rounds; round += 1) await Promise.all([run(round), plain(round)]);
    const costs: { operation: Usage[]; plain: Usage[] }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const cost = { operation: [] as Usage[], plain: [] as Usage[] };
      for (let turn = 0; turn < 5; turn += 1) {
        cost.operation.push(await meter(() => run(round)));
        cost.plain.push(await meter(() => plain(round)));
      }
      costs.push(cost);
    }
    const { wall, cpu } = p95OfBest(costs.map(({ operation }) => operation));
    const figure = { name, value: wall, unit: 'ms' };
    const limit = { name: 'plain SQL', value: p95OfBest(costs.map((cost) => cost.plain)).wall };
    figures.push(
      { ...figure, goal: { atMost: name.startsWith('search') ? 20 : 5 } },
      { ...figure, name: `${name}, of the processor`, value: cpu },
      { ...figure, limit },
    );
  }
  await app.close();
  return figures;
}

interface ConversationSizes {
  conversations: number;
  messagesEach: number;
  messages: number;
}

/**
 * Fills conversations and returns the member's id. Ten million messages take some minutes, because indexes are built
 * after the rows.
 */
export async function fillConversations(
  pool: pg.Pool,
  { conversations, messagesEach, messages }: ConversationSizes,
): Promise<string> {
  const { rows } = await pool.query<{ member_id: string }>(
    `select member_id from profiles where status = 'active' and not invisible and town is not null order by member_id limit 1`,
  );
  const owner = rows[0]?.member_id ?? '';
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query(
      'truncate conversation_pairs, conversations, messages, inbox, likes_given, likes_received, photos cascade',
    );
    const keys = await client.query<{ drop: string; add: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
              format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
         from pg_constraint
        where (conrelid = 'messages'::regclass and contype in ('p', 'u')) or (confrelid = 'messages'::regclass and contype = 'f')
        order by contype = 'f'`,
    );
    for (const { drop } of keys.rows.toReversed()) await client.query(drop);
    await client.query(prepare);
    await client.query(insertConversations, [owner, conversations]);
    for (const text of insertOwnMessages) await client.query(text, [owner, messagesEach]);
    for (const text of insertOwnLists) await client.query(text, [owner]);
    const others = Math.max(0, Math.ceil(messages / messagesEach) - conversations);
    await client.query(insertOtherMessages, [others, messagesEach]);
    for (const { add } of keys.rows) await client.query(add);
  } finally {
    client.release(true);
  }
  await pool.query('vacuum analyze');
  return owner;
}

const prepare = `
  create or replace function bench_id(name text) returns uuid language sql immutable
    return overlay(overlay(md5(name) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid;
  create unlogged table if not exists bench_conversations (n int, other_id uuid, conversation_id uuid, at timestamptz);
  truncate bench_conversations`;

const insertConversations = `
  insert into bench_conversations
  select row_number() over (order by member_id), member_id, bench_id('conversation ' || member_id),
         now() - interval '1 hour' * row_number() over (order by member_id)
    from profiles where status = 'active' and not invisible and member_id <> $1 order by member_id limit $2`;

const rowsOfMessages = `(conversation_id, seq, message_id, sender_id, kind, text, credits, idempotency_key, created_at)`;
const messageText = `'text', 'A line about a quiet evening by the sea, number ' || seq, 5`;

const insertOwnMessages = [
  `insert into conversation_pairs select least($1, other_id), greatest($1, other_id), conversation_id from bench_conversations where $2 > 0`,
  `insert into conversations select conversation_id, $1, other_id, $2, at - interval '1 year' from bench_conversations`,
  `insert into messages ${rowsOfMessages}
   select conversation_id, seq, bench_id('message ' || conversation_id || seq), case seq % 2 when 0 then $1 else other_id end, ${messageText},
          bench_id('key ' || conversation_id || seq), at - interval '1 minute' * ($2 - seq)
     from bench_conversations cross join generate_series(1, $2) seq`,
  // One conversation in five is unread.
  `insert into inbox (member_id, conversation_id, other_id, started, unread, read_seq, last_seq, last_at, last_kind, last_own, last_text)
   select $1, conversation_id, other_id, true, case when n % 5 = 0 then 1 else 0 end, case when n % 5 = 0 then $2 - 2 else $2 end, $2, at,
          'text', true, 'A line about a quiet evening by the sea' from bench_conversations
   union all
   select other_id, conversation_id, $1, false, 1, $2 - 2, $2, at, 'text', false, 'A line about a quiet evening by the sea' from bench_conversations`,
];

const insertOwnLists = [
  `insert into likes_received select $1, other_id, at, case when n % 10 > 0 then at end, at from bench_conversations where n <= 800`,
  `insert into likes_given select $1, other_id, at from bench_conversations where n > 300`,
  `insert into photos select $1, bench_id('photo ' || n), n - 1, 'approved', 1200, 900, now() from generate_series(1, 10) n`,
  'update members set paid_at = signup_at where member_id = $1',
  'insert into wallets (member_id) values ($1) on conflict do nothing',
];

// Other members' messages need no inbox rows, because no list of this bench reads them.
const insertOtherMessages = `
  insert into messages ${rowsOfMessages}
  select t.id, seq, gen_random_uuid(), case seq % 2 when 0 then t.a else t.b end, ${messageText}, gen_random_uuid(),
         now() - interval '1 minute' * (n + seq)
    from (select n, gen_random_uuid() as id, gen_random_uuid() as a, gen_random_uuid() as b from generate_series(1, $1::int) n) t
   cross join generate_series(1, $2::int) seq`;
