import type { Reader } from '../../platform/database/database.ts';
import type { Shown } from '../present.ts';
import type { MessageRow } from '../queries.ts';
import { listGiftAnswers } from './queries.ts';
import { answersAsSeen } from './rules.ts';

/** Loads the answers to the gifts among `rows`, which must be messages of one conversation. */
export async function seenAnswers(
  reader: Reader,
  rows: readonly MessageRow[],
  viewerId: string,
): Promise<Shown['answers']> {
  const seqs = rows.filter(({ kind }) => kind === 'gift').map(({ seq }) => seq);
  const conversationId = rows[0]?.conversation_id;
  const answers = conversationId && seqs.length > 0 ? await reader.all(listGiftAnswers, { conversationId, seqs }) : [];
  return ({ kind, seq }) => (kind === 'gift' ? answersAsSeen(answers, seq, viewerId) : null);
}

/** The answers at the moment a gift is sent. */
export const unanswered: Shown['answers'] = ({ kind, seq }) => (kind === 'gift' ? answersAsSeen([], seq, '') : null);
