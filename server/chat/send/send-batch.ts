import type { AppContext } from '../../context.ts';
import { chargeWallets } from '../../credits/charge-credits.ts';
import type { Wallets } from '../../credits/wallets.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { keepAnswers } from '../../platform/idempotency.ts';
import { deliver } from './deliver.ts';
import { type Going, judge } from './check-send.ts';
import { type Letter, callOf } from './send-request.ts';
import { makePairs, pairOf } from '../lock-pair.ts';
import { type Scene, look } from './lock-and-load.ts';
import { type MessageRow, findMessage } from '../queries.ts';
import { noteTold, noteUntold, tellIfUntold } from './tell-undelivered.ts';

export interface Sent {
  row: MessageRow;
  /** The sender's balance after it. */
  credits: number;
}

/** What is kept under a key: which message it is, and no word of it. */
interface Kept {
  conversation_id: string;
  message_id: string;
  credits: number;
}

const replyDelayMs = 4_000;

/**
 * Sends letters in one transaction, no two of one sender or one pair: what is refused leaves nothing behind and stops
 * nobody else. Locks are taken in one order by everybody (see README): wallets, pairs, conversations, inboxes.
 * Returns what became of each, in the order of the letters.
 */
export async function sendTogether(
  context: AppContext,
  letters: readonly Letter[],
): Promise<PromiseSettledResult<Sent>[]> {
  let going: Letter[] = [];
  const sending = context.database.transaction(async (tx) => {
    const { scenes, wallets } = await lookAtPairs(context, tx, letters);
    const verdicts = scenes.map((scene) => scene.earlier ?? judge(scene));
    const posted = verdicts.filter(isGoing);
    going = posted.map(({ letter }) => letter);
    const sent = await post(context, tx, posted, wallets);
    return Promise.all(
      verdicts.map(async (verdict, index) => {
        if (verdict instanceof Failure) return verdict;
        if (!('answer' in verdict)) return sent.get(verdict);
        return findAgain(context, tx, scenes[index], verdict.answer as Kept);
      }),
    );
  });
  const outcomes = await sending.catch((error: unknown) => {
    noteUntold(context, going);
    throw error;
  });
  noteTold(context, letters);
  return outcomes.map((outcome) =>
    outcome && 'row' in outcome
      ? { status: 'fulfilled', value: outcome }
      : { status: 'rejected', reason: outcome ?? new Error('a message was sent and is not there') },
  );
}

function isGoing(verdict: Going | Failure | { answer: unknown }): verdict is Going {
  return 'parcel' in verdict;
}

/** Looks at letters; a pair that is new is made only for a letter that may go, and is looked at again under its lock. */
async function lookAtPairs(
  context: AppContext,
  tx: Transaction,
  letters: readonly Letter[],
): Promise<Awaited<ReturnType<typeof look>>> {
  const seen = await look(context, tx, letters);
  const strangers = seen.scenes.filter((scene) => !scene.conversation && !scene.earlier && isGoing(judge(scene)));
  if (strangers.length === 0) return seen;
  await makePairs(tx, strangers.map(pairOfScene));
  return look(context, tx, letters);
}

function pairOfScene({ letter: { memberId, otherId } }: Scene): ReturnType<typeof pairOf> {
  return pairOf(memberId, otherId);
}

/** Charges, writes and counts what may go, and keeps the answers. */
async function post(
  context: AppContext,
  tx: Transaction,
  going: readonly Going[],
  wallets: Wallets,
): Promise<Map<Going, Sent>> {
  if (going.length === 0) return new Map();
  const now = context.clock.now();
  const parcels = going.map(({ parcel }) => parcel);
  const [rows] = await Promise.all([
    deliver(context, tx, parcels, now),
    chargeWallets(tx, wallets, going.map(chargeOf), now),
    keepAnswers(tx, going.map(answerOf), now),
  ]);
  const sent = new Map<Going, Sent>();
  for (const [index, one] of going.entries()) {
    const row = rows[index];
    if (!row) continue;
    sent.set(one, { row, credits: one.parcel.balance });
    if (one.fictional && context.extension) await addReplyJob(context, tx, row, now);
  }
  return sent;
}

function chargeOf({ parcel }: Going): Parameters<typeof chargeWallets>[2][number] {
  const { id, fromId, toId, kind, credits } = parcel;
  return { memberId: fromId, amount: credits, cause: kind === 'text' ? 'message' : kind, causeId: id, otherId: toId };
}

function answerOf({ letter, parcel }: Going): Parameters<typeof keepAnswers>[1][number] {
  const answer: Kept = { conversation_id: parcel.conversationId, message_id: parcel.id, credits: parcel.balance };
  return { call: callOf(letter), answer };
}

async function findAgain(
  context: AppContext,
  tx: Transaction,
  scene: Scene | undefined,
  { conversation_id, message_id, credits }: Kept,
): Promise<Sent | undefined> {
  const row = await tx.first(findMessage, [conversation_id, message_id]);
  if (row && scene) await tellIfUntold(context, tx, scene, row);
  return row && { row, credits };
}

async function addReplyJob(context: AppContext, tx: Transaction, row: MessageRow, now: Date): Promise<void> {
  const { conversation_id, seq } = row;
  const key = `reply-as-fictional:${conversation_id}`;
  await context.jobs.add(tx, 'reply-as-fictional', { conversation_id, seq }, { key, runAt: after(now, replyDelayMs) });
}
