import type { Message } from '../../../contract/chat.ts';
import type { AppContext } from '../../context.ts';
import { Failure, must } from '../../platform/failure.ts';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import { removePicture } from '../../photos/store-picture.ts';
import { messageFor } from './deliver.ts';
import { inTurn } from './in-turn.ts';
import { type KeptPicture, keepPicture } from './keep-picture.ts';
import type { Draft, Letter, Sender } from './send-request.ts';
import { pairOf } from '../lock-pair.ts';
import { type Sent, sendTogether } from './send-batch.ts';
import { findTarget } from './find-target.ts';

/**
 * Sends a message or gift at most once per key: charged, stored and counted in one transaction, then told to both
 * members' devices. Throws the refusals of `barOf`, chat.self, chat.not-found, chat.credits, request.key-reused.
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
    const picture = draft.photo && (await keepPicture(context, memberId, otherId, draft.photo, sender.prices));
    const sent = await sendQueueOf(context)({ ...sender, otherId, draft, picture }).catch(async (error: unknown) => {
      // Any other error leaves open whether the commit happened: then the files stay.
      if (picture && error instanceof Failure) await discard(context, picture);
      throw error;
    });
    if (picture && sent.row.photo_id !== picture.id) await discard(context, picture);
    return { message: messageFor(context, sent.row, memberId), credits: sent.credits };
  });
}

// One transaction carries what waits, each sender and each pair once: senders come here in turn, and pairs are the key.
const concurrency = 4;
const maxBatchSize = 64;
// A transaction costs 2 to 3 ms of the database whatever it carries, and 0.2 ms a message: sixteen pay for one more.
const minBatchSize = 16;
// Longer than a transaction on a crowded machine: small ones beside it would make it slower still.
const maxWaitMs = 100;
const sendQueues = new WeakMap<AppContext, (letter: Letter) => Promise<Sent>>();

function sendQueueOf(context: AppContext): (letter: Letter) => Promise<Sent> {
  const known = sendQueues.get(context);
  if (known) return known;
  const fresh = createBatchQueue<Letter, Sent>({
    concurrency,
    maxBatchSize,
    minBatchSize,
    maxWaitMs,
    keyOf: ({ memberId, otherId }) => pairOf(memberId, otherId).join(' '),
    work: (letters) => sendTogether(context, letters),
  });
  sendQueues.set(context, fresh);
  return fresh;
}

function discard(context: AppContext, picture: KeptPicture): Promise<void> {
  return removePicture(context, { kind: 'chat', id: picture.conversationId }, picture.id);
}
