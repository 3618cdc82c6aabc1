import type { MeasureGround, MeasureKind } from '../../contract/support.ts';
import { banMember, isBanned } from '../accounts/ban-member.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import { emptyQuotes } from '../chat/empty-quotes.ts';
import { type MessageIds, removeMessage, restoreMessage } from '../chat/remove-message.ts';
import type { AppContext } from '../context.ts';
import { clearAbout } from '../members/clear-about.ts';
import { takeDownPhoto } from '../photos/decide-photo.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { openUnlessBanned } from './end-measures.ts';
import { holdMeasure } from './hold-measure.ts';
import { findLastingBan, insertMeasure, liftMeasure } from './queries.ts';

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
  message: MessageIds | undefined;
  /** Of a ban that ends by itself. */
  days: number | undefined;
}

/**
 * Does something about a member and queues the letter with the reasons, under a number of its own. False where there is
 * nothing left to do: the account is closed, or the photo or the text is gone; then nothing is written.
 */
export async function takeMeasure(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: string; number: string; source: 'report' | 'own' },
  { photoId, days, message, ...measure }: WantedMeasure,
): Promise<boolean> {
  const endsAt = days === undefined ? null : after(context.clock.now(), days * dayMs);
  const done = await carryOut(context, tx, memberId, { kind: measure.kind, photoId, message, endsAt });
  if (!done) return false;
  const reasons = { ...measure, endsAt, aboutAt: done.aboutAt, message };
  await giveReasons(context, tx, { memberId, number, source }, reasons);
  return true;
}

/** Keeps the reasons for what was done about a member, and queues their letter. */
export async function giveReasons(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: string; number: string; source: 'report' | 'own' },
  { message, ...reasons }: Omit<WantedMeasure, 'photoId' | 'days'> & { aboutAt: Date | null; endsAt: Date | null },
): Promise<void> {
  const ids = { conversationId: message?.conversationId ?? null, messageId: message?.messageId ?? null };
  await tx.run(insertMeasure, { number, memberId, source, ...reasons, ...ids, now: context.clock.now() });
  // The desk has no address of its own; the worker that sends the mail has.
  await queueLetter(tx, { context, origin: '' }, { kind: 'statement-of-reasons', member_id: memberId, id: number });
}

/** Undefined where there is nothing to do; else since when what it was about was there, if that is known. */
async function carryOut(
  context: AppContext,
  tx: Transaction,
  memberId: string,
  { kind, photoId, message, endsAt }: Pick<WantedMeasure, 'kind' | 'photoId' | 'message'> & { endsAt: Date | null },
): Promise<{ aboutAt: Date | null } | undefined> {
  if (kind === 'photo') {
    const photo = photoId === undefined ? undefined : await takeDownPhoto(context, tx, { memberId, photoId });
    return photo && { aboutAt: photo.addedAt };
  }
  if (kind === 'message') {
    const sentAt = message && (await removeMessage(context, tx, { ...message, senderId: memberId }));
    return sentAt && { aboutAt: sentAt };
  }
  const done = kind === 'ban' ? await ban(context, tx, memberId, endsAt) : await clearText(context, tx, memberId);
  return done ? { aboutAt: null } : undefined;
}

/** Removes what a profile says, also where others took it up in conversations. */
async function clearText(context: AppContext, tx: Transaction, memberId: string): Promise<boolean> {
  const isCleared = await clearAbout(context, tx, memberId);
  return (await emptyQuotes(context, tx, memberId)) > 0 || isCleared;
}

/** Closes an account, or keeps one closed that a ban closes for a shorter time. */
async function ban(context: AppContext, tx: Transaction, memberId: string, endsAt: Date | null): Promise<boolean> {
  if (!(await isBanned(tx, memberId))) return banMember(context, tx, memberId);
  const end = (await tx.first(findLastingBan, { memberId }))?.ends_at ?? null;
  return end !== null && (endsAt === null || endsAt > end);
}

/**
 * Takes back a measure and tells its member: one who was banned can log in again, unless another ban stands. A message is shown
 * again. A photo or a text that was removed is not brought back: its member may put it there again. `before` if somebody was faster, undefined if there is no such measure.
 */
export async function takeBackMeasure(
  context: AppContext,
  tx: Transaction,
  number: string,
): Promise<'now' | 'before' | undefined> {
  const measure = await holdMeasure(tx, number);
  if (!measure) return undefined;
  if (measure.lifted_at) return 'before';
  const {
    kind,
    member_id: memberId,
    ended_at: endedAt,
    conversation_id: conversationId,
    message_id: messageId,
  } = measure;
  await tx.run(liftMeasure, { number, now: context.clock.now() });
  if (kind === 'ban' && endedAt === null) await openUnlessBanned(tx, memberId);
  if (conversationId !== null && messageId !== null) await restoreMessage(context, tx, { conversationId, messageId });
  await queueLetter(tx, { context, origin: '' }, { kind: 'measure-lifted', member_id: memberId, id: number });
  return 'now';
}
