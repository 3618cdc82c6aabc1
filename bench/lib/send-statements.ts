import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { findSessions } from '../../server/accounts/sessions/queries.ts';
import { appendMessages, lockPairRows, updateInboxes } from '../../server/chat/queries.ts';
import { clearSentDrafts } from '../../server/chat/drafts/queries.ts';
import { toPair } from '../../server/chat/lock-pair.ts';
import { insertCharges, listOpenLots, lockBalances } from '../../server/credits/queries.ts';
import { listSummaryRows } from '../../server/members/queries.ts';
import { readRelationships } from '../../server/members/visibility/queries.ts';
import { type Given, type Statement, bindValues } from '../../server/platform/database/statement.ts';
import { hashToken } from '../../server/platform/hash.ts';
import { findAnswers, storeAnswers } from '../../server/platform/queries.ts';
import type { OpenConversation } from './message-load.ts';

export interface StatementLoad {
  conversations: readonly OpenConversation[];
  connections: number;
  batchSize: number;
  seconds: number;
  price: number;
}

/**
 * Messages per second when `pg` alone sends a message's statements, without HTTP, rules or sockets. Each connection has
 * its own conversations, so that none waits for a row lock.
 */
export async function driveStatements(connection: pg.ClientConfig, drive: StatementLoad): Promise<number> {
  const { conversations, connections, seconds } = drive;
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
      driveConnection(
        client,
        drive,
        conversations.filter((_, index) => index % connections === n),
        until,
      ),
    ),
  );
  const took = (performance.now() - began) / 1_000;
  await Promise.all(clients.map((client) => client.end()));
  return counts.reduce((sum, count) => sum + count, 0) / took;
}

async function driveConnection(
  client: pg.Client,
  drive: StatementLoad,
  conversations: readonly OpenConversation[],
  until: number,
): Promise<number> {
  const { batchSize, price } = drive;
  let sent = 0;
  for (let at = 0; performance.now() < until; at = (at + batchSize) % conversations.length) {
    const batch = Array.from(
      { length: Math.min(batchSize, conversations.length) },
      (_, n) => conversations[(at + n) % conversations.length]!,
    );
    await sendBatch(client, batch, price);
    sent += batch.length;
  }
  return sent;
}

/** Sends the statements of one transaction, as `sendBatch` of the chat does. */
async function sendBatch(client: pg.Client, conversations: readonly OpenConversation[], price: number): Promise<void> {
  const now = new Date();
  const send = async <Row, Params>(statement: Statement<Row, Params>, ...[given]: Given<Params>): Promise<Row[]> => {
    const { name, text } = statement;
    return (await client.query({ name, text, values: bindValues(statement, given) })).rows as Row[];
  };
  const sends = conversations.map(({ sender, receiver, conversation }) => {
    const [low, high] = toPair(sender.id, receiver.id);
    const ids = { from: sender.id, to: receiver.id, low, high, conversation };
    return { ...ids, token: hashToken(sender.token), message: randomUUID(), entry: randomUUID(), key: randomUUID() };
  });
  const each = <Row>(row: (send: (typeof sends)[number]) => Row): Row[] => sends.map(row);
  const memberIds = each(({ from }) => from);
  await send(findSessions, { tokenHashes: each(({ token }) => token.toString('hex')) });
  await client.query('begin');
  const [, lots] = await Promise.all([
    send(lockBalances, { memberIds }),
    send(listOpenLots, { memberIds }),
    send(findAnswers, { calls: each(({ from, key }) => ({ member_id: from, key })) }),
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
    const without = { photo_id: null, gift: null, foothold_kind: null, foothold: null };
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
  const answers = each(({ from, key, token, conversation, message }) => {
    const answer = { conversation_id: conversation, message_id: message, credits: price };
    return { member_id: from, key, operation: 'sendMessage', body_hash: token.toString('hex'), answer };
  });
  await Promise.all([
    send(appendMessages, { messages, now }),
    send(updateInboxes, { sides, now }),
    send(clearSentDrafts, { sent: each(({ from, to }) => ({ member_id: from, other_id: to, text })), now }),
    send(insertCharges, { entries, uses, now }),
    send(storeAnswers, { answers, now }),
  ]);
  await client.query('commit');
}
