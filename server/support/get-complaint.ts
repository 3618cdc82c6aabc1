import type { Complaint } from '../../contract/support/operations.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { isComplaintToken, readNumber } from './numbers.ts';
import { type AnswerRow, type FoundComplaint, findComplaint, listAnswers, listFiles } from './queries.ts';

/**
 * Returns the state of a complaint. Throws complaint.not-found for an unknown number and for a wrong token. The token
 * is checked before any lookup, so neither response nor timing tells the two apart.
 */
export const getComplaint: Handler<'getComplaint'> = async ({ number: typed, token }, { context }) => {
  const number = readNumber(typed);
  must(isComplaintToken(context, number, token), 'complaint.not-found');
  const [row, answers, files] = await Promise.all([
    context.database.first(findComplaint, { number }),
    context.database.all(listAnswers, { number }),
    context.database.all(listFiles, { number }),
  ]);
  must(row, 'complaint.not-found');
  return presentComplaint(row, answers, files.length);
};

function presentComplaint(row: FoundComplaint, answers: readonly AnswerRow[], files: number): Complaint {
  return {
    number: row.number,
    kind: row.kind,
    text: row.text,
    files,
    received_at: row.received_at.toISOString(),
    answers: answers.map(({ text, answered_at: at }) => ({ text, at: at.toISOString() })),
    outcome: row.outcome,
    closed_at: row.closed_at?.toISOString() ?? null,
    reverted: row.reverted,
  };
}
