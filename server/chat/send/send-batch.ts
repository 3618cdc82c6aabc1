import type { Quote } from '../../../contract/chat/quote.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import type { Upload } from '../../../contract/photos/operations.ts';
import { toId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { type Wallets, chargeWallets, lockWallets } from '../../credits/wallets.ts';
import { listProfileSummaries } from '../../members/list-summaries.ts';
import { findRelationships } from '../../members/visibility/find-relationships.ts';
import { type Relationship, textPrice, asSeen, deriveSight } from '../../members/visibility/rules.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Failure, must } from '../../platform/failure.ts';
import { type KeyedCall, findEarlier, storeResults } from '../../platform/idempotency.ts';
import { createId } from '../../platform/ids.ts';
import { type PairKey, toPairKey } from '../../platform/pair-key.ts';
import type { Site } from '../../platform/site.ts';
import type { Target } from '../find-target.ts';
import { giftPrices } from '../gifts.data.ts';
import { lockPairs, makePairs, toPair } from '../lock-pair.ts';
import { type MessageRow, findMessage, readSide } from '../queries.ts';
import { mustBeAbleToSend, pricesFor, toLedgerCause } from '../rules.ts';
import { type NewMessage, type StoredPicture, deliver, publishMessage } from './deliver.ts';

export interface SendRequest {
  memberId: MemberId;
  site: Pick<Site, 'pool' | 'settings'>;
  operation: 'sendMessage' | 'sendGift';
  target: Target;
  text: string | null;
  upload: Upload | null;
  gift: GiftId | null;
  quote: Quote | null;
  key: string;
  otherId: MemberId;
  /** The photo of the message; null without one, or if the member could not have sent it. */
  photo: StoredPicture | null;
  /** Whether the quote may be shown; false if the sender could not have written. */
  isQuoteShown: boolean;
}

interface SendContext {
  request: SendRequest;
  earlier: { result: StoredResult } | Failure | undefined;
  balance: number;
  /** The conversation's id; undefined while the pair has no row, and so no lock. */
  conversationId: ConversationId | undefined;
  relationship: Relationship | undefined;
  summaries: NewMessage['summaries'];
}

export interface SentMessage {
  row: MessageRow;
  credits: number;
}

/**
 * Returns the call by which a retry is recognized. Its body names the other member, not the conversation: a retry that
 * has learned its id is still the same call.
 */
function toKeyedCall({ memberId, otherId, operation, key, text, gift, upload, quote }: SendRequest): KeyedCall {
  const taken = quote ? [quote.kind, quote.value] : [];
  return { memberId, key, operation, body: [otherId, text, gift, upload && upload.sha256, ...taken] };
}

/** The ids of the message, without its content. */
interface StoredResult {
  conversation_id: ConversationId;
  message_id: MessageId;
  credits: number;
}

const replyDelayMs = 4_000;

/**
 * Sends requests in one transaction, at most one per sender and pair. A refused request leaves no trace and stops no
 * other. Locks are taken in the order of the README: wallets, pairs, conversations, inboxes.
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
        return findSent(context, tx, send, verdict.result);
      }),
    );
  });
  const outcomes = await sending.catch((error: unknown) => {
    rememberUndelivered(context, messages);
    throw error;
  });
  for (const request of requests) context.memory(createUndelivered).delete(toCallKey(request));
  return outcomes.map((outcome) =>
    outcome && 'row' in outcome
      ? { status: 'fulfilled', value: outcome }
      : { status: 'rejected', reason: outcome ?? new Error('a sent message was not found') },
  );
}

function isNewMessage(verdict: NewMessage | Failure | { result: StoredResult }): verdict is NewMessage {
  return 'senderId' in verdict;
}

/** Creates missing pair rows only for requests that pass, then loads all again. */
async function prepareSends(context: AppContext, tx: Transaction, requests: readonly SendRequest[]) {
  const loaded = await lockAndLoad(context, tx, requests);
  const unlocked = loaded.sends.filter(
    (send) => !send.conversationId && !send.earlier && isNewMessage(checkSend(send)),
  );
  if (unlocked.length === 0) return loaded;
  const pairs = unlocked.map(({ request }) => toPair(request.memberId, request.otherId));
  await makePairs(tx, pairs);
  return lockAndLoad(context, tx, requests);
}

/**
 * Locks and loads everything that a batch needs in one round trip: the database runs the statements in the order given
 * here, so each read follows its lock. Summaries are read without a visibility check: a message can only go to a
 * visible member and makes its sender visible.
 */
async function lockAndLoad(context: AppContext, tx: Transaction, requests: readonly SendRequest[]) {
  const pairs = requests.map(({ memberId, otherId }) => toPair(memberId, otherId));
  const summaryViews = requests.flatMap(({ memberId, otherId }) => [
    { viewerId: otherId, otherId: memberId },
    { viewerId: memberId, otherId },
  ]);
  const senders = requests.map(({ memberId }) => memberId);
  const views = requests.map(({ memberId, otherId, site }) => ({ viewerId: memberId, otherId, site }));
  const [wallets, earlier, conversations, relationships, summaries] = await Promise.all([
    lockWallets(tx, senders),
    findEarlier<StoredResult>(tx, requests.map(toKeyedCall)),
    lockPairs(tx, pairs),
    findRelationships(tx, views),
    listProfileSummaries(context, tx, summaryViews),
  ]);
  const sends = requests.map((request, index): SendContext => ({
    request,
    earlier: earlier[index],
    balance: wallets.get(request.memberId).balance,
    conversationId: conversations[index],
    relationship: relationships[index],
    summaries: { sender: summaries[index * 2], receiver: summaries[index * 2 + 1] },
  }));
  return { sends, wallets };
}

async function storeMessages(context: AppContext, tx: Transaction, messages: readonly NewMessage[], wallets: Wallets) {
  const sent = new Map<NewMessage, SentMessage>();
  if (messages.length === 0) return sent;
  const now = context.clock.now();
  const charges = messages.map(({ id, senderId, receiverId, kind, credits, call }) => ({
    memberId: senderId,
    amount: credits,
    cause: toLedgerCause(kind),
    causeId: id,
    otherId: receiverId,
    key: call?.key ?? null,
  }));
  // The result of a paid message follows from its charge.
  const results = messages.flatMap(({ call, conversationId, id, credits, balance = 0 }) => {
    const result: StoredResult = { conversation_id: conversationId, message_id: id, credits: balance };
    return call && credits === 0 ? [{ call, result }] : [];
  });
  const [rows] = await Promise.all([
    deliver(context, tx, messages, now),
    chargeWallets(tx, wallets, charges, now),
    storeResults(tx, results, now),
  ]);
  for (const [index, message] of messages.entries()) {
    const row = rows[index];
    if (!row) continue;
    sent.set(message, { row, credits: message.balance ?? 0 });
    if (message.toFictional && context.extension) await addReplyJob(context, tx, row, now);
  }
  return sent;
}

async function findSent(context: AppContext, tx: Transaction, send: SendContext, result: StoredResult) {
  const { conversation_id: conversationId, message_id: messageId, credits } = result;
  const row = await tx.first(findMessage, { conversationId, messageId });
  if (row) await publishIfUndelivered(context, tx, send, row);
  return row && { row, credits };
}

async function addReplyJob(context: AppContext, tx: Transaction, row: MessageRow, now: Date): Promise<void> {
  const { conversation_id, seq } = row;
  const key = `reply-as-fictional:${conversation_id}`;
  await context.jobs.add(tx, 'reply-as-fictional', { conversation_id, seq }, { key, runAt: after(now, replyDelayMs) });
}

function checkSend(send: SendContext): NewMessage | Failure {
  try {
    return checkOrThrow(send);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function checkOrThrow({ request, relationship, balance, conversationId = toId(), summaries }: SendContext): NewMessage {
  must(relationship, 'profile.not-found');
  const { memberId: senderId, otherId: receiverId, target, upload, photo, text, gift, quote } = request;
  mustBeAbleToSend(relationship);
  must(relationship.conversation_hidden === false || target.conversation === undefined, 'chat.not-found');
  must(!request.quote || request.isQuoteShown, 'chat.quote-gone');
  const { fictional: toFictional } = relationship;
  const credits = derivePrice(request, relationship);
  must(canPay(balance, credits), 'chat.credits');
  // The member has only just become able to send, so the upload was not stored: the retry stores it.
  must(!upload || photo, 'request.busy');
  return {
    id: createId(),
    conversationId,
    senderId,
    receiverId,
    starts: relationship.conversation_id === null,
    kind: gift ? 'gift' : upload ? 'photo' : 'text',
    text,
    photo,
    gift,
    quote,
    credits,
    call: toKeyedCall(request),
    summaries,
    balance: balance - credits,
    toFictional,
  };
}

function derivePrice({ site, gift, upload }: SendRequest, relationship: Relationship): number {
  const { fictional } = relationship;
  if (gift) return fictional ? 0 : giftPrices[gift];
  return upload ? pricesFor(site.settings, fictional).photo_credits : textPrice(site.settings, relationship);
}

const createUndelivered = () => new BoundedMap<PairKey, true>(10_000);

const toCallKey = ({ memberId, key }: Pick<KeyedCall, 'memberId' | 'key'>): PairKey => toPairKey(memberId, key);

/** Remembers messages whose transaction failed. It may have committed all the same, with nothing published. */
function rememberUndelivered(context: AppContext, messages: readonly NewMessage[]): void {
  const undelivered = context.memory(createUndelivered);
  for (const { call } of messages) if (call) undelivered.set(toCallKey(call), true);
}

/** Publishes messages not yet published. A crash needs no such call: the sockets died with the process. */
async function publishIfUndelivered(context: AppContext, tx: Transaction, send: SendContext, row: MessageRow) {
  const { request, relationship, summaries, balance } = send;
  if (!context.memory(createUndelivered).has(toCallKey(request))) return;
  const { memberId: senderId, otherId: receiverId } = request;
  const sides = await Promise.all([
    tx.first(readSide, { memberId: senderId, otherId: receiverId }),
    tx.first(readSide, { memberId: receiverId, otherId: senderId }),
  ]);
  const [own, other] = sides.map((side) => (side && row.seq > side.cleared_seq ? side : undefined));
  const unread = { sender: own?.unread ?? 0, receiver: other?.unread ?? 0 };
  // The sender may see less of the receiver by now.
  const receiver = relationship && summaries.receiver && asSeen(summaries.receiver, deriveSight(relationship));
  const reached = { sender: other && summaries.sender, receiver: own && receiver };
  tx.afterCommit(() => publishMessage(context, { senderId, receiverId, summaries: reached, balance }, row, unread));
}
