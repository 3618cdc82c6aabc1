import type { AppContext } from '../context.ts';
import { chargeWallets } from '../credits/charge-credits.ts';
import { type Wallets, lockWallets } from '../credits/wallets.ts';
import { listFaces } from '../members/list-faces.ts';
import { after } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import { Failure } from '../platform/failure.ts';
import { findEarlier, keepAnswers } from '../platform/idempotency.ts';
import { deliver } from './deliver.ts';
import { type Going, judge } from './judge.ts';
import { type Letter, callOf } from './letter.ts';
import { type MessageRow, findMessage } from './queries.ts';

export interface Sent {
  row: MessageRow;
  /** The sender's balance after it. */
  credits: number;
}

/** What is kept under a key: where the message is, and no word of it. */
interface Kept {
  conversation_id: string;
  seq: number;
  credits: number;
}

type Outcome = Sent | Failure;

const demoAnswerDelayMs = 4_000;

/**
 * Sends letters in one transaction, no two of one sender or one pair: what is refused leaves nothing behind and stops
 * nobody else. Locks are taken in one order by everybody (see README): wallets, pairs, conversations, inboxes.
 * Returns what became of each, in the order of the letters.
 */
export async function sendTogether(
  context: AppContext,
  letters: readonly Letter[],
): Promise<PromiseSettledResult<Sent>[]> {
  const outcomes = await context.database.transaction(async (tx) => {
    const wallets = await lockWallets(
      tx,
      letters.map(({ memberId }) => memberId),
    );
    const earlier = await answersOf(tx, letters);
    const fresh = letters.filter((letter) => !earlier.has(letter));
    const verdicts = await judge(tx, fresh, wallets);
    const sent = await post(context, tx, [...verdicts.values()].filter(isGoing), wallets);
    return letters.map((letter) => earlier.get(letter) ?? sent.get(letter) ?? verdicts.get(letter));
  });
  return outcomes.map((outcome) =>
    outcome && 'row' in outcome
      ? { status: 'fulfilled', value: outcome }
      : { status: 'rejected', reason: outcome as Failure },
  );
}

function isGoing(verdict: Going | Failure): verdict is Going {
  return !(verdict instanceof Failure);
}

/** What became of letters whose key came before. */
async function answersOf(tx: Transaction, letters: readonly Letter[]): Promise<Map<Letter, Outcome>> {
  const found = await findEarlier(tx, letters.map(callOf));
  const outcomes = new Map<Letter, Outcome>();
  for (const [index, letter] of letters.entries()) {
    const earlier = found[index];
    if (earlier instanceof Failure) outcomes.set(letter, earlier);
    else if (earlier) {
      const { conversation_id, seq, credits } = earlier.answer as Kept;
      const row = await tx.first(findMessage, [conversation_id, seq]);
      if (row) outcomes.set(letter, { row, credits });
    }
  }
  return outcomes;
}

/** Charges, writes and counts what may go, and keeps the answers. */
async function post(
  context: AppContext,
  tx: Transaction,
  going: readonly Going[],
  wallets: Wallets,
): Promise<Map<Letter, Sent>> {
  if (going.length === 0) return new Map();
  const now = context.clock.now();
  const looks = going.flatMap(({ letter: { memberId, otherId } }) => [
    { viewerId: otherId, memberId },
    { viewerId: memberId, memberId: otherId },
  ]);
  const faces = await listFaces(context, tx, looks);
  const balances = await chargeWallets(tx, wallets, going.map(chargeOf), now);
  const balanceOf = (memberId: string): number => balances.get(memberId) ?? wallets.of(memberId).balance;
  const parcels = going.map(({ parcel }, index) => ({
    ...parcel,
    faces: { from: faces[index * 2], to: faces[index * 2 + 1] },
    balance: balanceOf(parcel.fromId),
  }));
  const rows = await deliver(context, tx, parcels, now);
  const sent = new Map<Letter, Sent>();
  for (const [index, row] of rows.entries()) {
    const one = going[index];
    if (!one) throw new Error('a message was stored that nobody sent');
    sent.set(one.letter, { row, credits: balanceOf(one.letter.memberId) });
    if (one.fictional && context.config.demo) await askDemo(context, tx, row, now);
  }
  const answered = [...sent].map(([letter, { row, credits }]) => {
    const answer: Kept = { conversation_id: row.conversation_id, seq: row.seq, credits };
    return { call: callOf(letter), answer };
  });
  await keepAnswers(tx, answered, now);
  return sent;
}

function chargeOf({ parcel }: Going): Parameters<typeof chargeWallets>[2][number] {
  const { id, fromId, toId, kind, credits } = parcel;
  return { memberId: fromId, amount: credits, cause: kind === 'text' ? 'message' : kind, causeId: id, otherId: toId };
}

async function askDemo(context: AppContext, tx: Transaction, row: MessageRow, now: Date): Promise<void> {
  const { conversation_id, seq } = row;
  const key = `answer-as-demo:${conversation_id}`;
  await context.jobs.add(tx, 'answer-as-demo', { conversation_id, seq }, { key, runAt: after(now, demoAnswerDelayMs) });
}
