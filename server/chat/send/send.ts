import { randomUUID } from 'node:crypto';

import { isTooLong } from '../../../contract/chat/message-text.ts';
import type { Message } from '../../../contract/chat/operations.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import type { AppContext } from '../../context.ts';
import { loadBalance } from '../../credits/balance.ts';
import { showsQuote } from '../../members/said-on-profile.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { findSendBlocker } from '../../members/visibility/rules.ts';
import { storePicture } from '../../photos/store-picture.ts';
import { discardPicture } from '../../photos/unowned-pictures.ts';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Failure, must } from '../../platform/failure.ts';
import { createId } from '../../platform/ids.ts';
import { createKeyedQueue } from '../../platform/keyed-queue.ts';
import { toPairKey } from '../../platform/pair-key.ts';
import type { Site } from '../../platform/site.ts';
import { findTarget } from '../find-target.ts';
import { presentSent } from '../hydrate-messages.ts';
import { reserveConversation, toPair } from '../lock-pair.ts';
import { findSiteOfMember } from '../queries.ts';
import { pricesFor } from '../rules.ts';
import type { StoredPicture } from './deliver.ts';
import { type SendRequest, type SentMessage, sendBatch } from './send-batch.ts';

/**
 * Sends a message or gift at most once per key. Throws the refusals of `mustBeAbleToSend`, chat.self, chat.not-found,
 * chat.credits, request.key-reused, and for a photo the errors of `storePicture`.
 */
export async function send(
  context: AppContext,
  draft: Omit<SendRequest, 'otherId' | 'photo' | 'isQuoteShown'>,
): Promise<{ message: Message; credits: number }> {
  const { memberId, target } = draft;
  const otherId = await findTarget(context, memberId, target);
  must(otherId !== memberId, 'chat.self');
  return inTurn(context, memberId, async () => {
    const prepared = await prepare(context, { ...draft, otherId });
    const { photo } = prepared;
    const discard = async () => {
      if (photo) await discardPicture(context, { kind: 'chat', id: photo.conversationId }, photo.id);
    };
    const sending = context.memory(createSendQueue)({ ...draft, otherId, ...prepared });
    const sent = await sending.catch(async (error: unknown) => {
      // After any other error the commit may have happened; the message then needs its files.
      if (error instanceof Failure) await discard();
      throw error;
    });
    if (sent.row.photo_id !== photo?.id) await discard();
    return { message: presentSent(context, sent.row, { viewerId: memberId, otherId }), credits: sent.credits };
  });
}

/**
 * Stores the photo and looks up the quote before the transaction: decoding is slow, and no lock may wait for it. Does
 * neither for a member who cannot send now: the transaction then gives the reason.
 */
async function prepare(
  context: AppContext,
  { memberId, otherId, site, upload, quote }: Omit<SendRequest, 'photo' | 'isQuoteShown'>,
): Promise<Pick<SendRequest, 'photo' | 'isQuoteShown'>> {
  const { database } = context;
  if (!upload && !quote) return { photo: null, isQuoteShown: false };
  const relationship = await findRelationship(database, { viewerId: memberId, otherId, site });
  if (!relationship || findSendBlocker(relationship)) return { photo: null, isQuoteShown: false };
  let photo: StoredPicture | null = null;
  const price = pricesFor(site.settings, relationship.fictional).photo_credits;
  if (upload && canPay(await loadBalance(database, memberId), price)) {
    const conversationId = await reserveConversation(database, memberId, otherId);
    const id = createId<PhotoId>();
    const size = await storePicture(context, { kind: 'chat', id: conversationId }, id, upload);
    photo = { id, conversationId, ...size };
  }
  const look = { viewer: { id: memberId, paid: relationship.paid }, ownerId: otherId, site };
  return { photo, isQuoteShown: quote !== null && (await showsQuote(context, look, quote)) };
}

// A transaction costs 2 to 3 ms plus 0.2 ms per message, so a second concurrent one pays off from sixteen requests.
// Smaller batches wait for up to 100 ms, longer than a transaction takes on a busy machine.
const limits = { concurrency: 4, maxBatchSize: 64, minBatchSize: 16, maxWaitMs: 100 };

/**
 * Creates the queue of messages. A transaction has each pair at most once by the queue's key, and each sender by
 * `inTurn`.
 */
const createSendQueue = (context: AppContext) =>
  createBatchQueue<SendRequest, SentMessage>({
    ...limits,
    getKey: ({ memberId, otherId }) => toPairKey(...toPair(memberId, otherId)),
    work: async (requests) => {
      const startedAt = performance.now();
      const sent = await sendBatch(context, requests);
      context.metrics.observe('send_batch_size', requests.length);
      context.metrics.observe('send_batch_seconds', (performance.now() - startedAt) / 1_000);
      return sent;
    },
  });

const createTurns = () => createKeyedQueue();

/** Runs one sender's tasks in order, per node. Waiting in the database would hold a connection each. */
export function inTurn<T>(context: AppContext, senderId: MemberId, task: () => Promise<T>): Promise<T> {
  return context.memory(createTurns)(senderId, task);
}

/** True if the new member could send a first message. The sign-up asks before its transaction and again in it. */
export async function canSendFirstMessage(
  reader: Reader,
  { memberId, toId, site, credits }: { memberId: MemberId; toId: MemberId; site: Site; credits: number },
): Promise<boolean> {
  const relationship = await findRelationship(reader, { viewerId: memberId, otherId: toId, site });
  if (!relationship || findSendBlocker(relationship)) return false;
  return canPay(credits, pricesFor(site.settings, relationship.fictional).message_credits);
}

/** Sends a first message, paid from the start credits. It never fails the sign-up: a refusal is logged. */
export async function sendSignupMessage(
  context: AppContext,
  { memberId, toId, text }: { memberId: MemberId; toId: MemberId; text: string },
): Promise<void> {
  try {
    const home = await context.database.first(findSiteOfMember, { memberId });
    const site = await context.sites.ofMember(home?.site ?? 'default', null);
    if (isBlank(text) || isTooLong(text, site.settings)) return;
    const content = { target: { profile: toId }, text, upload: null, gift: null, quote: null };
    await send(context, { memberId, site, operation: 'sendMessage', ...content, key: randomUUID() });
  } catch (error) {
    if (error instanceof Failure)
      context.log.info({ event: 'refused', operation: 'sendSignupMessage', code: error.code }, 'refused');
    else context.log.error({ err: error }, 'the message of a sign-up was not sent');
  }
}
