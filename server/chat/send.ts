import { createHash, randomUUID } from 'node:crypto';

import type { Message } from '../../contract/chat.ts';
import type { GiftId } from '../../contract/gifts.ts';
import type { AppContext } from '../context.ts';
import { chargeCredits } from '../credits/charge-credits.ts';
import { after } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import { once } from '../platform/idempotency.ts';
import { removePicture } from '../photos/store-picture.ts';
import { type Faces, deliver, messageFor, readFaces } from './deliver.ts';
import { giftPrices } from './gifts.data.ts';
import { inTurn } from './in-turn.ts';
import { type KeptPicture, keepPicture } from './keep-picture.ts';
import { lockPair } from './lock-pair.ts';
import type { StoredMessage } from './present.ts';
import { type FactsRow, readFacts } from './queries.ts';
import { type Prices, barOf, pricesFor, refusalOf } from './rules.ts';
import { type Target, findTarget } from './target.ts';

/** What a member wants to send; its text is already checked. */
export interface Draft {
  operation: 'sendMessage' | 'sendGift';
  target: Target;
  text: string | null;
  photo: Uint8Array | null;
  gift: GiftId | null;
  key: string;
}

/** Who sends, and what messages cost on the site they use. */
export interface Sender {
  memberId: string;
  prices: Prices;
}

interface Kept {
  row: StoredMessage;
  credits: number;
}

const demoAnswerDelayMs = 4_000;

/**
 * Sends a message or gift at most once per key: charged, stored and counted in one transaction, then told to both
 * members' devices. Locks are taken in one order by everybody (see README): wallet of the sender, pair, conversation,
 * inboxes by member id. Throws the refusals of `barOf`, chat.self, chat.not-found, chat.credits, request.key-reused.
 */
export async function send(
  context: AppContext,
  sender: Sender,
  draft: Draft,
): Promise<{ message: Message; credits: number }> {
  const { memberId } = sender;
  const otherId = await findTarget(context.database, memberId, draft.target);
  must(otherId !== memberId, 'chat.self');
  return inTurn(context, memberId, async () => {
    const faces = await readFaces(context, memberId, otherId);
    const picture = draft.photo && (await keepPicture(context, memberId, otherId, draft.photo, sender.prices));
    const sent = await context.database
      .transaction((tx) =>
        once(tx, onceOptions(context, sender, otherId, draft), () =>
          sendNow(context, tx, { sender, otherId, draft, faces, picture }),
        ),
      )
      .catch(async (error: unknown) => {
        // Any other error leaves open whether the commit happened: then the files stay.
        if (picture && error instanceof Failure) await discard(context, picture);
        throw error;
      });
    if (picture && sent.row.photo_id !== picture.id) await discard(context, picture);
    return { message: messageFor(context, sent.row, memberId), credits: sent.credits };
  });
}

function discard(context: AppContext, picture: KeptPicture): Promise<void> {
  return removePicture(context, { kind: 'chat', id: picture.conversationId }, picture.id);
}

// The target is named by the other member: a retry that meanwhile learned the conversation's id stays the same call.
function onceOptions(context: AppContext, sender: Sender, otherId: string, draft: Draft) {
  const photo = draft.photo && createHash('sha256').update(draft.photo).digest('hex');
  const { operation, key, text, gift } = draft;
  return { memberId: sender.memberId, key, operation, body: [otherId, text, gift, photo], now: context.clock.now() };
}

interface Attempt {
  sender: Sender;
  otherId: string;
  draft: Draft;
  faces: Faces;
  picture: KeptPicture | null;
}

async function sendNow(context: AppContext, tx: Transaction, attempt: Attempt): Promise<Kept> {
  const { sender, otherId, draft, faces, picture } = attempt;
  const { memberId } = sender;
  const conversationId = await lockPair(tx, memberId, otherId);
  const facts = await tx.first(readFacts, [memberId, otherId]);
  must(facts, 'profile.not-found');
  const bar = barOf(facts);
  if (bar) refuse(...refusalOf(bar, facts.name));
  must(!facts.hidden || draft.target.conversation === undefined, 'chat.not-found');
  const now = context.clock.now();
  const id = randomUUID();
  const credits = priceOf(sender, draft, facts);
  const kind: StoredMessage['kind'] = draft.gift ? 'gift' : draft.photo ? 'photo' : 'text';
  const cause = kind === 'text' ? 'message' : kind;
  const balance = await charge(tx, { memberId, amount: credits, cause, causeId: id, otherId, now });
  // Between the first look and this one the member became allowed to send: the retry stores the picture.
  if (draft.photo && !picture) refuse('request.busy');
  const { text, gift, key } = draft;
  const starts = facts.conversation_id === null;
  const parcel = { id, conversationId, fromId: memberId, toId: otherId, starts, kind, text, gift, credits, key, now };
  const row = await deliver(context, tx, { ...parcel, photo: picture }, faces, balance);
  if (facts.fictional && context.config.demo)
    await context.jobs.add(
      tx,
      'answer-as-demo',
      { conversation_id: conversationId, seq: row.seq },
      { key: `answer-as-demo:${conversationId}`, runAt: after(now, demoAnswerDelayMs) },
    );
  return { row, credits: balance };
}

function priceOf(sender: Sender, draft: Draft, facts: FactsRow): number {
  const prices = pricesFor(sender.prices, facts.fictional);
  if (draft.gift) return facts.fictional ? 0 : giftPrices[draft.gift];
  return draft.photo ? prices.photo_credits : prices.message_credits;
}

async function charge(tx: Transaction, wanted: Parameters<typeof chargeCredits>[1]): Promise<number> {
  try {
    return await chargeCredits(tx, wanted);
  } catch (error) {
    // In a chat the offer to buy credits keeps the text that was typed: a code of its own.
    if (error instanceof Failure && error.code === 'credits.not-enough') refuse('chat.credits');
    throw error;
  }
}
