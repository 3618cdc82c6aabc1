import type { AppContext } from '../../context.ts';
import { type Wallets, lockWallets } from '../../credits/wallets.ts';
import { listFaces } from '../../members/list-profile-summaries.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Failure } from '../../platform/failure.ts';
import { findEarlier } from '../../platform/idempotency.ts';
import type { Faces } from './deliver.ts';
import { listFacts } from '../relationship.ts';
import { type Letter, callOf } from './send-request.ts';
import { lockPairs, pairOf } from '../lock-pair.ts';
import type { FactsRow } from '../queries.ts';

/** All that decides about one letter, as it is under the locks. */
export interface Scene {
  letter: Letter;
  /** What became of the call before, if its key came before. */
  earlier: { answer: unknown } | Failure | undefined;
  /** The sender's balance in credits. */
  balance: number;
  /** The id of the pair's conversation; nothing when the two are strangers, and so not locked. */
  conversation: string | undefined;
  facts: FactsRow | undefined;
  faces: Faces;
}

/**
 * Locks what letters touch and reads what decides about them, with one way to the database and back: the statements
 * are done in the order in which they stand here, each read after the lock that it needs.
 */
export async function look(
  context: AppContext,
  tx: Transaction,
  letters: readonly Letter[],
): Promise<{ scenes: Scene[]; wallets: Wallets }> {
  const senders = letters.map(({ memberId }) => memberId);
  const pairs = letters.map(({ memberId, otherId }) => pairOf(memberId, otherId));
  const meetings = letters.map(({ memberId, otherId }) => ({ viewerId: memberId, otherId }));
  const looks = letters.flatMap(({ memberId, otherId }) => [
    { viewerId: otherId, memberId },
    { viewerId: memberId, memberId: otherId },
  ]);
  const [wallets, earlier, conversations, facts, faces] = await Promise.all([
    lockWallets(tx, senders),
    findEarlier(tx, letters.map(callOf)),
    lockPairs(tx, pairs),
    listFacts(tx, meetings),
    listFaces(context, tx, looks),
  ]);
  const scenes = letters.map((letter, index) => ({
    letter,
    earlier: earlier[index],
    balance: wallets.of(letter.memberId).balance,
    conversation: conversations[index],
    facts: facts[index],
    faces: { from: faces[index * 2], to: faces[index * 2 + 1] },
  }));
  return { scenes, wallets };
}
