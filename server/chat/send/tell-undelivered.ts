import type { AppContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { tell } from './deliver.ts';
import type { Letter } from './send-request.ts';
import type { Scene } from './lock-and-load.ts';
import { type MessageRow, readSide } from '../queries.ts';

const untoldMost = 10_000;
const untoldByContext = new WeakMap<AppContext, Set<string>>();

function untoldOf(context: AppContext): Set<string> {
  const known = untoldByContext.get(context) ?? new Set();
  untoldByContext.set(context, known);
  return known;
}

const nameOf = ({ memberId, draft }: Letter): string => `${memberId} ${draft.key}`;

/** Remembers new letters whose transaction broke. It may have been committed all the same, and then nobody was told. */
export function noteUntold(context: AppContext, letters: readonly Letter[]): void {
  const untold = untoldOf(context);
  for (const letter of letters) untold.add(nameOf(letter));
  for (const name of untold) {
    if (untold.size <= untoldMost) return;
    untold.delete(name);
  }
}

/** Forgets letters that were sent after all: what is sent is told. */
export function noteTold(context: AppContext, letters: readonly Letter[]): void {
  const untold = untoldOf(context);
  for (const letter of letters) untold.delete(nameOf(letter));
}

/**
 * Tells both members' devices of a message that was found to be sent before, if that was the one try that could not.
 * A side that was cleared since hears nothing. A process that died told nobody either, but its sockets died with it:
 * their clients catch up.
 */
export async function tellIfUntold(
  context: AppContext,
  tx: Transaction,
  { letter, faces, balance }: Scene,
  row: MessageRow,
): Promise<void> {
  if (!untoldOf(context).has(nameOf(letter))) return;
  const { memberId: fromId, otherId: toId } = letter;
  const sides = await Promise.all([tx.first(readSide, [fromId, toId]), tx.first(readSide, [toId, fromId])]);
  const [own, other] = sides.map((side) => (side && row.seq > side.cleared_seq ? side : undefined));
  const unread = new Map([
    [`${fromId} ${row.conversation_id}`, own?.unread ?? 0],
    [`${toId} ${row.conversation_id}`, other?.unread ?? 0],
  ]);
  const seenBy = { from: other && faces.from, to: own && faces.to };
  tx.afterCommit(() => tell(context, { fromId, toId, faces: seenBy, balance }, row, unread));
}
