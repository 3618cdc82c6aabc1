import type { ComplaintOutcome } from '../../contract/support.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { LetterName } from '../platform/jobs/jobs.ts';
import { numberOf } from './numbers.ts';
import {
  type ComplaintRow,
  closeComplaint,
  findDecider,
  findMeasureSince,
  insertAnswer,
  listAnswers,
  listContestedBy,
  lockComplaint,
} from './queries.ts';
import { type WantedMeasure, takeBackMeasure, takeMeasure } from './take-measure.ts';

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

/** How staff closes a complaint. */
export interface Closing {
  who: string;
  outcome: ComplaintOutcome;
  /** What is done in the same act, and about whom where the complaint does not say it. */
  measure: WantedMeasure | null;
  memberId: string | null;
}

/**
 * What became of a closing. `closed-before`: somebody was faster. `involved`: who decided first, or about an
 * earlier objection, does not decide about the objection. `nothing-done`: `acted` would not be true. `nothing-left`: what the measure is about is gone already.
 */
export type Closed =
  | { state: 'closed'; measure: string | null; lifted: string | null }
  | { state: 'closed-before' | 'involved' | 'nothing-done' | 'nothing-left' };

/**
 * Closes a complaint with an outcome and mails it. With a measure, that happens in the same act, and its member gets the
 * reasons; where a decision is taken back, so is its measure. Of several at once, one closes.
 */
export async function decideComplaint(
  context: AppContext,
  tx: Transaction,
  { number }: Pick<ComplaintRow, 'number'>,
  { who, outcome, measure, memberId: named }: Closing,
): Promise<Closed> {
  const row = await tx.first(lockComplaint, { number });
  if (!row || row.closed_at) return { state: 'closed-before' };
  const contested = (await tx.all(listContestedBy, { number })).map((decision) => decision.number);
  if (await tx.first(findDecider, { numbers: contested, who })) return { state: 'involved' };
  const memberId = row.about_id ?? named;
  if (measure === null && outcome === 'acted' && !(await isDone(tx, row, memberId))) return { state: 'nothing-done' };
  const statement = measure && numberOf(context, `measure ${number}`);
  if (measure && statement !== null) {
    if (memberId === null) return { state: 'nothing-done' };
    const about = { memberId, number: statement, source: 'report' } as const;
    if (!(await takeMeasure(context, tx, about, measure))) return { state: 'nothing-left' };
  }
  const lifted = outcome === 'changed' ? await takeBackAny(context, tx, contested) : null;
  await tx.run(closeComplaint, { number, outcome, now: context.clock.now() });
  await mail(context, tx, row, { kind: 'complaint-closed', id: number });
  return { state: 'closed', measure: statement, lifted };
}

/** Takes back the measure among decisions, if there is one that still stands, and returns its number. */
async function takeBackAny(context: AppContext, tx: Transaction, numbers: readonly string[]): Promise<string | null> {
  for (const number of numbers) if (await takeBackMeasure(context, tx, number)) return number;
  return null;
}

/** Whether something was done about the member since the complaint came, such as for another report, and still stands. */
async function isDone(
  tx: Transaction,
  { received_at: since }: ComplaintRow,
  memberId: string | null,
): Promise<boolean> {
  return memberId !== null && (await tx.first(findMeasureSince, { memberId, since })) !== undefined;
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
