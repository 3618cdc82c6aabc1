import type { MeasureGround, MeasureKind } from '../../contract/support.ts';
import { banMember, liftBan } from '../accounts/ban-member.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import type { AppContext } from '../context.ts';
import { clearAbout } from '../members/clear-about.ts';
import { takeDownPhoto } from '../photos/decide-photo.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertMeasure, liftMeasure, lockMeasure } from './queries.ts';

/** What is done about a member, and why. */
export interface WantedMeasure {
  kind: MeasureKind;
  ground: MeasureGround;
  /** The words of the law where that is the ground, else ''. */
  law: string;
  /** What it is about, in words for the member. Nothing in it may tell who complained. */
  facts: string;
  /** Of a photo. */
  photoId: string | undefined;
}

/**
 * Does something about a member and queues the letter with the reasons, under a number of its own. False where there is
 * nothing left to do: the account is closed, or the photo or the text is gone; then nothing is written.
 */
export async function takeMeasure(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: string; number: string; source: 'report' | 'own' },
  { photoId, ...measure }: WantedMeasure,
): Promise<boolean> {
  const done = await carryOut(context, tx, memberId, { kind: measure.kind, photoId });
  if (!done) return false;
  await giveReasons(context, tx, { memberId, number, source }, { ...measure, aboutAt: done.aboutAt });
  return true;
}

/** Keeps the reasons for what was done about a member, and queues their letter. */
export async function giveReasons(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: string; number: string; source: 'report' | 'own' },
  reasons: Omit<WantedMeasure, 'photoId'> & { aboutAt: Date | null },
): Promise<void> {
  await tx.run(insertMeasure, { number, memberId, source, ...reasons, now: context.clock.now() });
  // The desk has no address of its own; the worker that sends the mail has.
  await queueLetter(tx, { context, origin: '' }, { kind: 'statement-of-reasons', member_id: memberId, id: number });
}

/** Undefined where there is nothing to do; else since when what it was about was there, if that is known. */
async function carryOut(
  context: AppContext,
  tx: Transaction,
  memberId: string,
  { kind, photoId }: Pick<WantedMeasure, 'kind' | 'photoId'>,
): Promise<{ aboutAt: Date | null } | undefined> {
  if (kind === 'photo') {
    const photo = photoId === undefined ? undefined : await takeDownPhoto(context, tx, { memberId, photoId });
    return photo && { aboutAt: photo.addedAt };
  }
  const done = kind === 'ban' ? await banMember(context, tx, memberId) : await clearAbout(context, tx, memberId);
  return done ? { aboutAt: null } : undefined;
}

/**
 * Takes back a measure and tells its member: one who was banned can log in again. A photo or a text that was removed is not
 * brought back: its member may put it there again. `before` if somebody was faster, undefined if there is no such measure.
 */
export async function takeBackMeasure(
  context: AppContext,
  tx: Transaction,
  number: string,
): Promise<'now' | 'before' | undefined> {
  const measure = await tx.first(lockMeasure, { number });
  if (!measure) return undefined;
  if (measure.lifted_at) return 'before';
  const { kind, member_id: memberId } = measure;
  if (kind === 'ban') await liftBan(tx, memberId);
  await tx.run(liftMeasure, { number, now: context.clock.now() });
  await queueLetter(tx, { context, origin: '' }, { kind: 'measure-lifted', member_id: memberId, id: number });
  return 'now';
}
