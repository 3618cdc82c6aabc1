import type { AppContext } from '../../context.ts';
import { asSeen, deriveSight } from '../../members/visibility/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import { type MessageRow, readSide } from '../queries.ts';
import { publishMessage } from './deliver.ts';
import type { SendContext } from './shapes.ts';

type Sent = Pick<KeyedCall, 'memberId' | 'key'>;

const undeliveredMax = 10_000;
const undeliveredByContext = new WeakMap<AppContext, Set<string>>();

function undeliveredOf(context: AppContext): Set<string> {
  const known = undeliveredByContext.get(context) ?? new Set();
  undeliveredByContext.set(context, known);
  return known;
}

const nameOf = ({ memberId, key }: Sent): string => `${memberId} ${key}`;

/** Remembers messages whose transaction failed. It may have committed all the same, with nothing published. */
export function rememberUndelivered(context: AppContext, calls: readonly Sent[]): void {
  const undelivered = undeliveredOf(context);
  for (const call of calls) undelivered.add(nameOf(call));
  for (const name of undelivered) {
    if (undelivered.size <= undeliveredMax) return;
    undelivered.delete(name);
  }
}

/** Forgets messages that a later attempt has sent or found: they are published by now. */
export function forgetUndelivered(context: AppContext, calls: readonly Sent[]): void {
  const undelivered = undeliveredOf(context);
  for (const call of calls) undelivered.delete(nameOf(call));
}

/**
 * Publishes a message that an earlier attempt sent without publishing. Sides cleared since are left out. After a crash
 * this is not needed: the sockets died with the process, so their clients catch up.
 */
export async function publishIfUndelivered(
  context: AppContext,
  tx: Transaction,
  { request, relationship, summaries, balance }: SendContext,
  row: MessageRow,
): Promise<void> {
  if (!undeliveredOf(context).has(nameOf(request))) return;
  const { memberId: senderId, otherId: receiverId } = request;
  const sides = await Promise.all([
    tx.first(readSide, { memberId: senderId, otherId: receiverId }),
    tx.first(readSide, { memberId: receiverId, otherId: senderId }),
  ]);
  const [own, other] = sides.map((side) => (side && row.seq > side.cleared_seq ? side : undefined));
  const unread = new Map([
    [`${senderId} ${row.conversation_id}`, own?.unread ?? 0],
    [`${receiverId} ${row.conversation_id}`, other?.unread ?? 0],
  ]);
  // The sender may see less of the receiver by now.
  const receiver = relationship && summaries.receiver && asSeen(summaries.receiver, deriveSight(relationship));
  const reached = { sender: other && summaries.sender, receiver: own && receiver };
  tx.afterCommit(() => publishMessage(context, { senderId, receiverId, summaries: reached, balance }, row, unread));
}
