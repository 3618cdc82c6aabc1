import { randomUUID } from 'node:crypto';

import type { Wallets } from '../credits/wallets.ts';
import type { Transaction } from '../platform/database.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import type { Parcel } from './deliver.ts';
import { listFacts } from './facts.ts';
import { giftPrices } from './gifts.data.ts';
import type { Letter } from './letter.ts';
import { lockPairs, makePairs, pairOf } from './lock-pair.ts';
import type { FactsRow } from './queries.ts';
import { barOf, pricesFor, refusalOf } from './rules.ts';

/** A letter that may go: its sender's wallet and its pair are locked, and there is enough to pay it. */
export interface Going {
  letter: Letter;
  parcel: Omit<Parcel, 'faces' | 'balance'>;
  /** The receiver is run by the house. */
  fictional: boolean;
  /** The two have no pair yet, and so no id for their conversation. */
  strangers: boolean;
}

/**
 * Which letters may go, and why the others may not. Locks their pairs; a pair that is new is made only for a letter
 * that may go, and is then looked at again under its lock.
 */
export async function judge(
  tx: Transaction,
  letters: readonly Letter[],
  wallets: Wallets,
): Promise<Map<Letter, Going | Failure>> {
  const first = await judgeLocked(tx, letters, wallets);
  const strangers = letters.filter((letter) => {
    const verdict = first.get(letter);
    return verdict && !(verdict instanceof Failure) && verdict.strangers;
  });
  if (strangers.length === 0) return first;
  await makePairs(tx, strangers.map(pairOfLetter));
  return judgeLocked(tx, letters, wallets);
}

function pairOfLetter({ memberId, otherId }: Letter): ReturnType<typeof pairOf> {
  return pairOf(memberId, otherId);
}

async function judgeLocked(
  tx: Transaction,
  letters: readonly Letter[],
  wallets: Wallets,
): Promise<Map<Letter, Going | Failure>> {
  if (letters.length === 0) return new Map();
  const conversations = await lockPairs(tx, letters.map(pairOfLetter));
  const meetings = letters.map(({ memberId, otherId }) => ({ viewerId: memberId, otherId }));
  const facts = await listFacts(tx, meetings);
  return new Map(
    letters.map((letter, index) => {
      const { balance } = wallets.of(letter.memberId);
      return [letter, judgeOne(letter, facts[index], { balance, conversation: conversations[index] })];
    }),
  );
}

function judgeOne(
  letter: Letter,
  facts: FactsRow | undefined,
  { balance, conversation }: { balance: number; conversation: string | undefined },
): Going | Failure {
  try {
    must(facts, 'profile.not-found');
    const { memberId, otherId, draft, picture } = letter;
    const bar = barOf(facts);
    if (bar) refuse(...refusalOf(bar, facts.name));
    must(!facts.hidden || draft.target.conversation === undefined, 'chat.not-found');
    const credits = priceOf(letter, facts);
    must(credits === 0 || balance >= credits, 'chat.credits');
    // Between the first look and this one the member became allowed to send: the retry stores the picture.
    must(!draft.photo || picture, 'request.busy');
    const { text, gift, key } = draft;
    const kind = gift ? 'gift' : draft.photo ? 'photo' : 'text';
    const starts = facts.conversation_id === null;
    const ends = { id: randomUUID(), conversationId: conversation ?? '', fromId: memberId, toId: otherId };
    const parcel = { ...ends, starts, kind, text, photo: picture, gift, credits, key } as const;
    return { letter, parcel, fictional: facts.fictional, strangers: conversation === undefined };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function priceOf({ prices, draft }: Letter, { fictional }: FactsRow): number {
  const { message_credits, photo_credits } = pricesFor(prices, fictional);
  if (draft.gift) return fictional ? 0 : giftPrices[draft.gift];
  return draft.photo ? photo_credits : message_credits;
}
