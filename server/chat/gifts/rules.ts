import type { Message } from '../../../contract/chat/operations.ts';
import type { GiftAnswer } from '../../../contract/chat/gifts.ts';
import type { GiftAnswerRow } from './queries.ts';

/** A gift's answers as one member sees them: the other's only once both answered. `rows` may be of several gifts. */
export function answersAsSeen(rows: readonly GiftAnswerRow[], seq: number, viewerId: string): Message['answers'] {
  const ofGift = rows.filter((row) => row.seq === seq);
  const own = answerOf(ofGift.find(({ member_id }) => member_id === viewerId));
  const other = answerOf(ofGift.find(({ member_id }) => member_id !== viewerId));
  return { own, other: own === null ? null : other, other_answered: other !== null };
}

function answerOf(row: GiftAnswerRow | undefined): GiftAnswer | null {
  // A check constraint limits the column to these values.
  return row ? (row.answer as GiftAnswer) : null;
}
