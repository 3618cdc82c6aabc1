import type { ComplaintOutcome } from '../../contract/support.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import type { LetterName } from '../platform/jobs/jobs.ts';
import { type AtDesk, hasDecided, recordAct } from '../staff/staff.ts';
import { numberOf } from './numbers.ts';
import {
  type ComplaintRow,
  closeComplaint,
  findMeasure,
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
  outcome: ComplaintOutcome;
  /** What is done in the same act, and about whom where the complaint does not say it. */
  measure: WantedMeasure | null;
  memberId: string | null;
  /** The measure that an objection is about which does not name it. */
  decision: string | null;
}

/**
 * What became of a closing. `closed-before`: somebody was faster. `involved`: who decided first, or about an
 * earlier objection, does not decide about the objection. `nothing-done`: `acted` would not be true. `nothing-changed`: neither would `changed`. `nothing-left`: what the measure is about is gone already.
 */
export type Closed =
  | { state: 'closed'; measure: string | null; lifted: string | null }
  | { state: 'closed-before' | 'involved' | 'nothing-done' | 'nothing-changed' | 'nothing-left' };

/**
 * Closes a complaint with an outcome and mails it. With a measure, that happens in the same act, and its member gets the
 * reasons; where a decision is taken back, so is its measure. Who closed it is recorded. Of several at once, one closes.
 */
export async function decideComplaint(
  context: AppContext & AtDesk,
  tx: Transaction,
  { number }: Pick<ComplaintRow, 'number'>,
  { outcome, measure, memberId: named, decision }: Closing,
): Promise<Closed> {
  const row = await tx.first(lockComplaint, { number });
  if (!row || row.closed_at) return { state: 'closed-before' };
  const contested = (await tx.all(listContestedBy, { number })).map((one) => one.number);
  if (decision !== null) contested.push(decision);
  if (await hasDecided(tx, context.staff, contested)) return { state: 'involved' };
  const memberId = row.about_id ?? named;
  const statement = measure && numberOf(context, `measure ${number}`);
  if (measure && statement !== null) {
    if (memberId === null) return { state: 'nothing-done' };
    const about = { memberId, number: statement, source: 'report' } as const;
    if (!(await takeMeasure(context, tx, about, measure))) return { state: 'nothing-left' };
  }
  const done = outcome === 'acted' ? (statement ?? (await findDone(tx, row, memberId))) : null;
  if (outcome === 'acted' && done === null) return { state: 'nothing-done' };
  const changed = outcome === 'changed' ? await takeBackAny(context, tx, contested) : null;
  if (outcome === 'changed' && changed === null) return { state: 'nothing-changed' };
  await recordAct(context, tx, { act: 'close', about: number, detail: outcome, contests: decision ?? undefined });
  await tx.run(closeComplaint, { number, outcome, measure: done, now: context.clock.now() });
  await mail(context, tx, row, { kind: 'complaint-closed', id: number });
  return { state: 'closed', measure: statement, lifted: changed?.lifted ?? null };
}

/** Takes back the measure among decisions, and returns its number, null where that was done before; null without one. */
async function takeBackAny(
  context: AppContext,
  tx: Transaction,
  numbers: readonly string[],
): Promise<{ lifted: string | null } | null> {
  let changed: { lifted: string | null } | null = null;
  for (const number of numbers) {
    const takenBack = await takeBackMeasure(context, tx, number);
    if (takenBack === 'now') return { lifted: number };
    if (takenBack === 'before') changed = { lifted: null };
  }
  return changed;
}

/** What was done about the member since the complaint came, such as for another report, and still stands. */
async function findDone(
  tx: Transaction,
  { received_at: since }: ComplaintRow,
  memberId: string | null,
): Promise<string | null> {
  if (memberId === null) return null;
  return (await tx.first(findMeasureSince, { memberId, since }))?.number ?? null;
}

/** The measure that an objection is about, also one to the answer to an objection. */
export async function findContestedMeasure(reader: Reader, number: string): Promise<string | undefined> {
  for (const contested of await reader.all(listContestedBy, { number })) {
    const measure = await reader.first(findMeasure, { number: contested.number });
    if (measure) return measure.number;
  }
  return undefined;
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
