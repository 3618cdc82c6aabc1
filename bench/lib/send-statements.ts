import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { appendMessages, lockPairs, noteInInboxes, readFacts } from '../../server/chat/queries.ts';
import { pairOf } from '../../server/chat/lock-pair.ts';
import { insertCharges, listOpenLots, lockBalances } from '../../server/credits/queries.ts';
import { listFaceRows } from '../../server/members/queries.ts';
import type { Statement } from '../../server/platform/database/database.ts';
import { hashToken } from '../../server/platform/hash.ts';
import { findAnswers, findSessions, storeAnswers } from '../../server/platform/queries.ts';
import type { Line } from './message-load.ts';

export interface Drive {
  lines: readonly Line[];
  connections: number;
  /** Messages in a transaction. */
  together: number;
  seconds: number;
  /** What one costs, in credits. */
  price: number;
}

/**
 * Messages a second that the database takes when `pg` sends it what a message sends it, and nothing else is done:
 * no HTTP, no rules, no sockets. Each connection has conversations of its own, so that nobody waits for a lock.
 */
export async function driveStatements(connection: pg.ClientConfig, drive: Drive): Promise<number> {
  const { lines, connections, seconds } = drive;
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ ...connection, pipeline: true });
      await client.connect();
      return client;
    }),
  );
  const until = performance.now() + seconds * 1_000;
  const began = performance.now();
  const counts = await Promise.all(
    clients.map((client, n) =>
      driveOne(
        client,
        drive,
        lines.filter((_, index) => index % connections === n),
        until,
      ),
    ),
  );
  const took = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / took;
}

async function driveOne(client: pg.Client, drive: Drive, lines: readonly Line[], until: number): Promise<number> {
  const { together, price } = drive;
  let sent = 0;
  for (let at = 0; performance.now() < until; at = (at + together) % lines.length) {
    const some = Array.from({ length: Math.min(together, lines.length) }, (_, n) => lines[(at + n) % lines.length]!);
    await sendSome(client, some, price);
    sent += some.length;
  }
  return sent;
}

/** The statements of one transaction, as `look` and `post` of the chat ask for them. */
async function sendSome(client: pg.Client, lines: readonly Line[], price: number): Promise<void> {
  const now = new Date();
  const ask = async <Row>({ name, text }: Statement<Row>, rows: unknown[], ...more: unknown[]): Promise<Row[]> =>
    (await client.query({ name, text, values: [JSON.stringify(rows), ...more] })).rows as Row[];
  const letters = lines.map(({ sender, receiver, conversation }) => {
    const [low, high] = pairOf(sender.id, receiver.id);
    const ids = { from: sender.id, to: receiver.id, low, high, conversation };
    return { ...ids, token: hashToken(sender.token), message: randomUUID(), entry: randomUUID(), key: randomUUID() };
  });
  const each = (row: (letter: (typeof letters)[number]) => unknown): unknown[] => letters.map(row);
  await ask(
    findSessions,
    each(({ token }) => token.toString('hex')),
  );
  await client.query('begin');
  const [, lots] = await Promise.all([
    ask(
      lockBalances,
      each(({ from }) => from),
    ),
    ask(
      listOpenLots,
      each(({ from }) => from),
    ),
    ask(
      findAnswers,
      each(({ from, key }) => ({ member_id: from, key })),
    ),
    ask(
      lockPairs,
      each(({ low, high }) => ({ low_id: low, high_id: high })),
    ),
    ask(
      readFacts,
      each(({ from, to }) => ({ viewer_id: from, other_id: to })),
    ),
    client.query({
      name: listFaceRows.name,
      text: listFaceRows.text,
      values: [letters.flatMap(({ from, to }) => [from, to]), letters.flatMap(({ from, to }) => [to, from])],
    }),
  ]);
  const lotOf = new Map(lots.map((lot) => [lot.member_id, lot.lot_id]));
  const text = '1234567 is the number of this message, and the rest of it is about as long as people write.';
  const messages = each(({ conversation, message, from, to, key }) => {
    const ends = { conversation_id: conversation, message_id: message, sender_id: from, receiver_id: to };
    return { ...ends, kind: 'text', text, photo_id: null, gift: null, credits: price, idempotency_key: key };
  });
  const sides = letters.flatMap(({ conversation, from, to }) => {
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
    lot_id: lotOf.get(from),
    credits: price,
  }));
  const answers = each(({ from, key, token, conversation, message }) => {
    const answer = { conversation_id: conversation, message_id: message, credits: price };
    return { member_id: from, key, operation: 'sendMessage', body_hash: token.toString('hex'), answer };
  });
  await Promise.all([
    ask(appendMessages, messages, now),
    ask(noteInInboxes, sides, now),
    ask(insertCharges, entries, JSON.stringify(uses), now),
    ask(storeAnswers, answers, now),
  ]);
  await client.query('commit');
}
