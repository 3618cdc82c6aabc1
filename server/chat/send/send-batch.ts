import type { AppContext } from '../../context.ts';
import { chargeWallets } from '../../credits/charge-credits.ts';
import { type Wallets, lockWallets } from '../../credits/wallets.ts';
import { listProfileSummaries } from '../../members/list-profile-summaries.ts';
import { findRelationships } from '../../members/visibility/find-relationships.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { findEarlier, keepAnswers } from '../../platform/idempotency.ts';
import { lockPairs, makePairs, toPair } from '../lock-pair.ts';
import { type MessageRow, findMessage } from '../queries.ts';
import { toLedgerCause } from '../rules.ts';
import { checkSend } from './check-send.ts';
import { deliver } from './deliver.ts';
import { type NewMessage, type SendContext, type SendRequest, type SentMessage, toKeyedCall } from './shapes.ts';
import { forgetUndelivered, rememberUndelivered, publishIfUndelivered } from './undelivered.ts';

/** The answer kept under an idempotency key: the ids of the message, without its content. */
interface KeptAnswer {
  conversation_id: string;
  message_id: string;
  credits: number;
}

const replyDelayMs = 4_000;

/**
 * Sends requests in one transaction, at most one per sender and pair. A refused request leaves no trace and stops no
 * other. Locks are taken in the order of the README: wallets, pairs, conversations, inboxes. Returns the outcomes in
 * the order of the requests.
 */
export async function sendBatch(
  context: AppContext,
  requests: readonly SendRequest[],
): Promise<PromiseSettledResult<SentMessage>[]> {
  let messages: NewMessage[] = [];
  const sending = context.database.transaction(async (tx) => {
    const { sends, wallets } = await prepareSends(context, tx, requests);
    const verdicts = sends.map((send) => send.earlier ?? checkSend(send));
    messages = verdicts.filter(isNewMessage);
    const sent = await storeMessages(context, tx, messages, wallets);
    return Promise.all(
      sends.map(async (send, index) => {
        const verdict = verdicts[index];
        if (!verdict || verdict instanceof Failure) return verdict;
        if (isNewMessage(verdict)) return sent.get(verdict);
        return findSent(context, tx, send, verdict.answer as KeptAnswer);
      }),
    );
  });
  const outcomes = await sending.catch((error: unknown) => {
    rememberUndelivered(
      context,
      messages.map(({ call }) => call).filter((call) => call !== null),
    );
    throw error;
  });
  forgetUndelivered(context, requests);
  return outcomes.map((outcome) =>
    outcome && 'row' in outcome
      ? { status: 'fulfilled', value: outcome }
      : { status: 'rejected', reason: outcome ?? new Error('a sent message was not found') },
  );
}

function isNewMessage(verdict: NewMessage | Failure | { answer: unknown }): verdict is NewMessage {
  return 'senderId' in verdict;
}

/** Loads the contexts under locks. Creates missing pair rows only for requests that pass, then loads all again. */
async function prepareSends(
  context: AppContext,
  tx: Transaction,
  requests: readonly SendRequest[],
): ReturnType<typeof lockAndLoad> {
  const loaded = await lockAndLoad(context, tx, requests);
  const unlocked = loaded.sends.filter(
    (send) => !send.conversationId && !send.earlier && isNewMessage(checkSend(send)),
  );
  if (unlocked.length === 0) return loaded;
  await makePairs(
    tx,
    unlocked.map(({ request }) => toPair(request.memberId, request.otherId)),
  );
  return lockAndLoad(context, tx, requests);
}

/**
 * Locks the rows of the requests and reads the state that decides about them, in one round trip: the database runs the
 * statements in the order given here, so each read follows its lock. Summaries are read without a visibility check,
 * because a message can only go to a visible member and makes its sender visible.
 */
async function lockAndLoad(
  context: AppContext,
  tx: Transaction,
  requests: readonly SendRequest[],
): Promise<{ sends: SendContext[]; wallets: Wallets }> {
  const pairs = requests.map(({ memberId, otherId }) => toPair(memberId, otherId));
  const views = requests.flatMap(({ memberId, otherId }) => [
    { viewerId: otherId, otherId: memberId },
    { viewerId: memberId, otherId },
  ]);
  const [wallets, earlier, conversations, relationships, summaries] = await Promise.all([
    lockWallets(
      tx,
      requests.map(({ memberId }) => memberId),
    ),
    findEarlier(tx, requests.map(toKeyedCall)),
    lockPairs(tx, pairs),
    findRelationships(
      tx,
      requests.map(({ memberId, otherId, site }) => ({ viewerId: memberId, otherId, site })),
    ),
    listProfileSummaries(context, tx, views),
  ]);
  const sends = requests.map((request, index) => ({
    request,
    earlier: earlier[index],
    balance: wallets.of(request.memberId).balance,
    conversationId: conversations[index],
    relationship: relationships[index],
    summaries: { sender: summaries[index * 2], receiver: summaries[index * 2 + 1] },
  }));
  return { sends, wallets };
}

async function storeMessages(
  context: AppContext,
  tx: Transaction,
  messages: readonly NewMessage[],
  wallets: Wallets,
): Promise<Map<NewMessage, SentMessage>> {
  if (messages.length === 0) return new Map();
  const now = context.clock.now();
  const [rows] = await Promise.all([
    deliver(context, tx, messages, now),
    chargeWallets(tx, wallets, messages.map(chargeFor), now),
    keepAnswers(tx, messages.flatMap(answerFor), now),
  ]);
  const sent = new Map<NewMessage, SentMessage>();
  for (const [index, message] of messages.entries()) {
    const row = rows[index];
    if (!row) continue;
    sent.set(message, { row, credits: message.balance ?? 0 });
    if (message.toFictional && context.extension) await addReplyJob(context, tx, row, now);
  }
  return sent;
}

function chargeFor({
  id,
  senderId,
  receiverId,
  kind,
  credits,
}: NewMessage): Parameters<typeof chargeWallets>[2][number] {
  return { memberId: senderId, amount: credits, cause: toLedgerCause(kind), causeId: id, otherId: receiverId };
}

function answerFor({ call, conversationId, id, balance = 0 }: NewMessage): Parameters<typeof keepAnswers>[1][number][] {
  const answer: KeptAnswer = { conversation_id: conversationId, message_id: id, credits: balance };
  return call ? [{ call, answer }] : [];
}

async function findSent(
  context: AppContext,
  tx: Transaction,
  send: SendContext,
  { conversation_id, message_id, credits }: KeptAnswer,
): Promise<SentMessage | undefined> {
  const row = await tx.first(findMessage, { conversationId: conversation_id, messageId: message_id });
  if (row) await publishIfUndelivered(context, tx, send, row);
  return row && { row, credits };
}

async function addReplyJob(context: AppContext, tx: Transaction, row: MessageRow, now: Date): Promise<void> {
  const { conversation_id, seq } = row;
  const key = `reply-as-fictional:${conversation_id}`;
  await context.jobs.add(tx, 'reply-as-fictional', { conversation_id, seq }, { key, runAt: after(now, replyDelayMs) });
}
