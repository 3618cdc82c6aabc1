import type { ComplaintOutcome } from '../../contract/support/operations.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import type { Reader, Transaction } from '../platform/database/database.ts';
import type { LetterName } from '../platform/jobs/jobs.ts';
import { type AtDesk, hasDecided, recordAct } from '../staff/staff.ts';
import { deriveComplaintNumber } from './numbers.ts';
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

/** Stores an answer by staff and mails it. Returns its position, from 1. */
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

export interface Closing {
  outcome: ComplaintOutcome;
  /** The measure to take in the same act, and its member if the complaint does not name one. */
  measure: WantedMeasure | null;
  memberId: string | null;
  /** The decision that an objection contests without naming it. */
  decision: string | null;
}

/**
 * Result of a closing. `closed-before`: somebody was faster. `involved`: staff who took a contested decision must not
 * decide the objection. `nothing-done`, `nothing-changed`: no measure supports the outcome `acted` or `changed`.
 * `nothing-left`: the wanted measure would have no effect, because the content is gone or the account is closed
 * already.
 */
export type Closed =
  | { state: 'closed'; measure: string | null; lifted: string | null }
  | { state: 'closed-before' | 'involved' | 'nothing-done' | 'nothing-changed' | 'nothing-left' };

/**
 * Closes a complaint with an outcome, mails it and records who closed it. A measure is taken in the same act, with a
 * statement of reasons to its member; a changed decision takes back its measure. If several calls race, one closes.
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
  const statement = measure && deriveComplaintNumber(context, `measure ${number}`);
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

/** Takes back the measure among decisions; `lifted` is null if it was taken back before. Null without a measure. */
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

/** Finds a measure about the member since the complaint came, such as for another report, that still stands. */
async function findDone(
  tx: Transaction,
  { received_at: since }: ComplaintRow,
  memberId: string | null,
): Promise<string | null> {
  if (memberId === null) return null;
  return (await tx.first(findMeasureSince, { memberId, since }))?.number ?? null;
}

/** Finds the measure that an objection contests, even through the answer to another objection. */
export async function findContestedMeasure(reader: Reader, number: string): Promise<string | undefined> {
  for (const contested of await reader.all(listContestedBy, { number })) {
    const measure = await reader.first(findMeasure, { number: contested.number });
    if (measure) return measure.number;
  }
  return undefined;
}

async function mail(
  context: AppContext,
  tx: Transaction,
  row: ComplaintRow,
  letter: { kind: LetterName; id: string },
): Promise<void> {
  if (row.reporter_id === null && row.email === '') return;
  // The desk has no origin; the worker that sends the email does.
  await queueLetter(tx, { context, origin: '' }, { ...letter, member_id: row.reporter_id });
}
