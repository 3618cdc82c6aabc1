import type { ComplaintOutcome } from '../../contract/support.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { LetterName } from '../platform/jobs/jobs.ts';
import { type ComplaintRow, closeComplaint, insertAnswer, listAnswers, lockComplaint } from './queries.ts';

/** Keeps an answer of staff and mails it. Returns its place, from 1. */
export async function answerComplaint(
  context: AppContext,
  tx: Transaction,
  row: ComplaintRow,
  text: string,
): Promise<number> {
  const { number } = row;
  await tx.run(lockComplaint, { number });
  const position = (await tx.all(listAnswers, { number })).length + 1;
  await tx.run(insertAnswer, { number, position, text, now: context.clock.now() });
  await mail(context, tx, row, { kind: 'complaint-answered', id: `${number}/${position}` });
  return position;
}

/** Closes a complaint with an outcome and mails it; false if somebody has closed it before. */
export async function decideComplaint(
  context: AppContext,
  tx: Transaction,
  row: ComplaintRow,
  outcome: ComplaintOutcome,
): Promise<boolean> {
  const { number } = row;
  if ((await tx.run(closeComplaint, { number, outcome, now: context.clock.now() })) === 0) return false;
  await mail(context, tx, row, { kind: 'complaint-closed', id: number });
  return true;
}

/** Nobody is mailed who gave no address. */
async function mail(
  context: AppContext,
  tx: Transaction,
  row: ComplaintRow,
  letter: { kind: LetterName; id: string },
): Promise<void> {
  if (row.reporter_id === null && row.email === '') return;
  // The desk has no address of its own; the worker that sends the mail has.
  await queueLetter(tx, { context, origin: '' }, { ...letter, member_id: row.reporter_id });
}
