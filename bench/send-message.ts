import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { createId } from '../server/platform/ids.ts';
import { findSessions } from '../server/accounts/sessions/queries.ts';
import { toPair } from '../server/chat/lock-pair.ts';
import { appendMessages, clearSentDrafts, lockPairRows, updateInboxes } from '../server/chat/queries.ts';
import { insertCharges, listOpenLots, lockBalances } from '../server/credits/queries.ts';
import { listSummaryRows, readRelationships } from '../server/members/queries.ts';
import { bindValues, type Given, type Statement } from '../server/platform/database/statement.ts';
import { hashToken } from '../server/platform/hash.ts';
import { findResults, insertResults } from '../server/platform/queries.ts';
import { startApp, type BenchApp } from './lib/app.ts';
import { percentile, type Bench, type Figure } from './lib/bench.ts';
import type { BenchDatabase } from './lib/database.ts';
import { pairMembers, startMembers } from './lib/fill-members.ts';
import { cpuSeconds } from './lib/measure.ts';
import { openMessageLoad, type LoadResult, type MessageLoad, type OpenConversation } from './lib/message-load.ts';

const conversations = 200;
const inFlight = 64;
const price = 5;
const roundSeconds = 4;
/** The app's batching at full load: two workers alternate, each with half of the messages in flight. */
const likeTheApp = { connections: 2, batchSize: inFlight / 2 };
const unbatched = { connections: 16, batchSize: 1 };

interface CpuPerMessage {
  app: number;
  database: number;
  generator: number;
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Alternates rounds over HTTP with the same statements by `pg` alone; then sends at half of the measured rate. */
export const bench: Bench = {
  question: 'How many paid messages a second can be sent, and how soon is a message delivered?',
  run: async ({ flags, print }) => {
    const { database, members, postmaster } = await startMembers('send-message', conversations * 2, 10_000_000);
    const pairs = pairMembers(members);
    const profile = flags['profile'] ? ['--cpu-prof', `--cpu-prof-dir=${flags['profile']}`] : [];
    const app = await startApp(database.url, { nodeFlags: profile });
    const load = await openMessageLoad(app, pairs, inFlight);
    await load.closedLoop({ messages: 3_000 });
    const measured: Measured[] = [];
    for (let n = 0; n < Number(flags['rounds'] ?? 3); n += 1) {
      const one = await measure({ app, load, database, postmaster });
      print(`  ${Math.round(computeRate(one.round))} /s over HTTP, ${Math.round(one.limit)} /s by pg alone`);
      measured.push(one);
    }
    const middle = (read: (one: Measured) => number): number => percentile(measured.map(read), 0.5);
    const rate = middle(({ round }) => computeRate(round));
    const paced: LoadResult[] = [];
    while (paced.length < measured.length) paced.push(await load.openLoop(rate / 2, roundSeconds));
    load.close();
    await app.stop();
    await database.stop();
    return { figures: buildFigures(middle, paced), notes: [`${inFlight} in flight, ${conversations} conversations`] };
  },
};

interface Setup {
  app: BenchApp;
  load: MessageLoad;
  database: BenchDatabase;
  postmaster: number;
}

async function measure({ app, load, database, postmaster }: Setup) {
  const readCpu = async (): Promise<CpuPerMessage> => ({
    app: (await cpuSeconds(app.pid)) ?? Number.NaN,
    database: (await cpuSeconds(postmaster, { withChildren: true })) ?? Number.NaN,
    generator: (await cpuSeconds(process.pid)) ?? Number.NaN,
  });
  const before = await readCpu();
  const round = await load.closedLoop({ seconds: roundSeconds });
  const after = await readCpu();
  const drive = { conversations: load.conversations(), seconds: roundSeconds / 2, price };
  const limit = await driveStatements(database.connection, { ...drive, ...likeTheApp });
  const single = await driveStatements(database.connection, { ...drive, ...unbatched });
  const each = (name: keyof CpuPerMessage): number => ((after[name] - before[name]) * 1e6) / round.sent;
  return {
    round,
    limit,
    single,
    use: { app: each('app'), database: each('database'), generator: each('generator') },
  };
}

function buildFigures(middle: (read: (one: Measured) => number) => number, paced: readonly LoadResult[]): Figure[] {
  const limit = { name: 'the same statements by pg alone', value: middle((one) => one.limit) };
  const single = middle((one) => one.single);
  const rate = middle(({ round }) => computeRate(round));
  const delivered = (p: number): number =>
    percentile(
      paced.map((round) => percentile(round.delivered, p)),
      0.5,
    );
  const pace = 'request to delivery at half of that rate';
  return [
    { name: 'paid messages, stored and delivered', value: rate, unit: '/s', limit, goal: { atLeast: 0.6 } },
    { name: 'pg alone, one transaction per message, 16 connections', value: single, unit: '/s' },
    { name: `${pace}, p99`, value: delivered(0.99), unit: 'ms', goal: { atMost: 60 } },
    { name: `${pace}, p50`, value: delivered(0.5), unit: 'ms' },
    { name: 'processor time of the app per message', value: middle(({ use }) => use.app), unit: 'µs' },
    { name: 'processor time of PostgreSQL per message', value: middle(({ use }) => use.database), unit: 'µs' },
    { name: 'processor time of the generator per message', value: middle(({ use }) => use.generator), unit: 'µs' },
  ];
}

const computeRate = ({ sent, seconds }: LoadResult): number => sent / seconds;

interface StatementLoad {
  conversations: readonly OpenConversation[];
  connections: number;
  batchSize: number;
  seconds: number;
  price: number;
}

/** `pg` alone, without HTTP, rules or sockets. No connection waits for a row lock of another. */
export async function driveStatements(connection: pg.ClientConfig, drive: StatementLoad): Promise<number> {
  const { conversations, connections, seconds, batchSize, price } = drive;
  const clients = Array.from({ length: connections }, () => new pg.Client({ ...connection, pipeline: true }));
  await Promise.all(clients.map((client) => client.connect()));
  const began = performance.now();
  let sent = 0;
  const work = async (client: pg.Client, n: number): Promise<void> => {
    const own = conversations.filter((_, index) => index % connections === n);
    const size = Math.min(batchSize, own.length);
    for (let at = 0; performance.now() < began + seconds * 1_000; at = (at + batchSize) % own.length) {
      await sendBatch(client, [...own, ...own].slice(at, at + size), price);
      sent += size;
    }
  };
  await Promise.all(clients.map(work));
  const took = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return sent / took;
}

async function sendBatch(client: pg.Client, conversations: readonly OpenConversation[], price: number): Promise<void> {
  const now = new Date();
  const send = async <Row, Params>(statement: Statement<Row, Params>, ...[given]: Given<Params>): Promise<Row[]> => {
    const { name, text } = statement;
    return (await client.query({ name, text, values: bindValues(statement, given) })).rows as Row[];
  };
  const sends = conversations.map(({ sender, receiver, conversation }) => {
    const [low, high] = toPair(sender.id, receiver.id);
    const ids = { from: sender.id, to: receiver.id, low, high, conversation };
    return {
      ...ids,
      token: hashToken(sender.token),
      message: createId<MessageId>(),
      entry: createId<EntryId>(),
      key: randomUUID(),
    };
  });
  const each = <Row>(row: (send: (typeof sends)[number]) => Row): Row[] => sends.map(row);
  const memberIds = each(({ from }) => from);
  await send(findSessions, { tokenHashes: each(({ token }) => token.toString('hex')) });
  await client.query('begin');
  const [, lots] = await Promise.all([
    send(lockBalances, { memberIds }),
    send(listOpenLots, { memberIds }),
    send(findResults, { calls: each(({ from, key }) => ({ member_id: from, key })) }),
    send(lockPairRows, { pairs: sends.map(({ low, high }) => ({ low_id: low, high_id: high })) }),
    send(readRelationships, { views: sends.map(({ from, to }) => ({ viewer_id: from, other_id: to, pool: null })) }),
    send(listSummaryRows, {
      viewerIds: sends.flatMap(({ from, to }) => [from, to]),
      otherIds: sends.flatMap(({ from, to }) => [to, from]),
    }),
  ]);
  const lotIds = new Map(lots.map((lot) => [lot.member_id, lot.lot_id]));
  const text = '1234567 is the number of this message, and the rest of it is about as long as people write.';
  const messages = sends.map(({ conversation, message, from, to, key }) => {
    const ends = { conversation_id: conversation, message_id: message, sender_id: from, receiver_id: to };
    const without = { photo_id: null, gift: null, quote_kind: null, quote: null };
    return { ...ends, ...without, kind: 'text', text, credits: price, idempotency_key: key };
  });
  const sides = sends.flatMap(({ conversation, from, to }) => {
    const side = { conversation_id: conversation, kind: 'text', preview: text };
    return [
      { ...side, member_id: from, other_id: to, started: true, own: true },
      { ...side, member_id: to, other_id: from, started: false, own: false },
    ];
  });
  const entries = each(({ from, to, entry, message }) => {
    return { member_id: from, entry_id: entry, amount: price, cause: 'message', cause_id: message, other_id: to };
  });
  const uses = each(({ from, entry }) => ({
    member_id: from,
    entry_id: entry,
    lot_id: lotIds.get(from) ?? null,
    credits: price,
  }));
  const results = each(({ from, key, token, conversation, message }) => {
    const result = { conversation_id: conversation, message_id: message, credits: price };
    return { member_id: from, key, operation: 'sendMessage', body_hash: token.toString('hex'), answer: result };
  });
  await Promise.all([
    send(appendMessages, { messages, now }),
    send(updateInboxes, { sides, now }),
    send(clearSentDrafts, { sent: each(({ from, to }) => ({ member_id: from, other_id: to, text })), now }),
    send(insertCharges, { entries, uses, now }),
    send(insertResults, { results, now }),
  ]);
  await client.query('commit');
}
