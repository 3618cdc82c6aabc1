import { chatsPageSize } from '../contract/chat/limits.ts';
import { likesPageSize } from '../contract/likes/limits.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type Usage, createMeter } from './lib/meter.ts';
import { fillConversations } from './lib/fill-conversations.ts';
import { type Caller, openInProcess } from './lib/in-process.ts';
import { type Population, startPopulation } from './lib/population-database.ts';

/** The operation for the first page of each list, and plain SQL for the same rows. */
const lists = {
  'chats.php': {
    name: 'listChats',
    plain: `select i.*, p.name, p.date_of_birth, p.main_photo, p.last_active_at, m.paid_at from inbox i
              join profiles p on p.member_id = i.other_id join members m on m.member_id = i.other_id
             where i.member_id = $1 and not i.hidden order by i.last_at desc limit ${chatsPageSize}`,
  },
  'likes.php': {
    name: 'listLikes',
    plain: `select l.*, p.name, p.date_of_birth, p.main_photo, p.last_active_at, m.paid_at from (
              (select sender_id as other_id from likes_received where member_id = $1 order by seen_at is null desc, created_at desc limit ${likesPageSize}) union all
              (select receiver_id from likes_given where member_id = $1 order by created_at desc limit ${likesPageSize}) union all
              (select sender_id from likes_received r where member_id = $1
                  and exists (select from likes_given g where g.member_id = $1 and g.receiver_id = r.sender_id)
                order by seen_at is null desc, created_at desc limit ${likesPageSize})) l
              join profiles p on p.member_id = l.other_id join members m on m.member_id = l.other_id`,
  },
  'user.php': {
    name: 'getUser',
    plain: `select m.*, p.*, w.balance, (select sum(unread) from inbox where member_id = $1 and not hidden),
                   (select count(*) from likes_received where member_id = $1 and seen_at is null),
                   (select count(*) from photos where member_id = $1)
              from members m join profiles p using (member_id) join wallets w using (member_id) where member_id = $1`,
  },
} as const;

async function lastPages(call: Caller): Promise<{ chats: string; likes: string }> {
  let { before: chats } = await call('listChats');
  for (let next = chats; next; next = (await call('listChats', { before: next })).before) chats = next;
  let likes = (await call('listLikes')).before.liked_by;
  for (let next = likes; next; next = (await call('listLikes', { before: next })).before.liked_by) likes = next;
  return { chats: chats ?? '', likes: likes ?? '' };
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
  const meter = await createMeter(pool);
  const conversations = rows.map(({ conversation_id: id }) => id);
  const last = await lastPages(call);
  const conversationAt = (round: number): string => conversations[(round * 7) % conversations.length] ?? '';
  const works = [
    ...Object.entries(lists).map(([name, list]) => ({
      name,
      run: () => call(list.name),
      plain: () => pool.query(list.plain, [owner]),
    })),
    {
      name: 'last page of chats.php',
      run: () => call('listChats', { before: last.chats }),
      plain: () => pool.query(lists['chats.php'].plain, [owner]),
    },
    {
      name: 'last page of likes.php',
      run: () => call('listLikes', { before: last.likes }),
      plain: () => pool.query(lists['likes.php'].plain, [owner]),
    },
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
    const [wall, cpu, limit]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const turns: { work: Usage; plain: Usage }[] = [];
      for (let turn = 0; turn < 5; turn += 1)
        turns.push({ work: await meter(() => run(round)), plain: await meter(() => plain(round)) });
      // The best of five runs counts, because other load on the machine says nothing about the list.
      wall.push(Math.min(...turns.map(({ work }) => work.wall)));
      cpu.push(Math.min(...turns.map(({ work }) => work.cpu ?? work.wall)));
      limit.push(Math.min(...turns.map((turn) => turn.plain.wall)));
    }
    const figure = { name, value: percentile(wall, 0.95), unit: 'ms' };
    figures.push(
      { ...figure, goal: { atMost: name.startsWith('search') ? 20 : 5 } },
      { ...figure, name: `${name}, of the processor`, value: percentile(cpu, 0.95) },
      { ...figure, limit: { name: 'plain SQL', value: percentile(limit, 0.95) } },
    );
  }
  await app.close();
  return figures;
}
