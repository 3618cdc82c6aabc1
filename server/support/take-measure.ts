import type { MeasureGround, MeasureKind } from '../../contract/support/operations.ts';
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

/** A measure to take about a member, with its reasons. */
export interface WantedMeasure {
  kind: MeasureKind;
  ground: MeasureGround;
  /** The legal provision if that is the ground, else ''. */
  law: string;
  /** Explains the measure to the member. Must not reveal who complained. */
  facts: string;
  photoId: string | undefined;
  message: MessageIds | undefined;
  /** Length of a temporary ban. */
  days: number | undefined;
}

/**
 * Takes a measure and queues the email with its reasons, under a number of its own. False, without any change, if
 * nothing is left to do: the account is closed, or the content is gone.
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

/** Stores the reasons for a measure and queues their email. */
export async function giveReasons(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: string; number: string; source: 'report' | 'own' },
  { message, ...reasons }: Omit<WantedMeasure, 'photoId' | 'days'> & { aboutAt: Date | null; endsAt: Date | null },
): Promise<void> {
  const ids = { conversationId: message?.conversationId ?? null, messageId: message?.messageId ?? null };
  await tx.run(insertMeasure, { number, memberId, source, ...reasons, ...ids, now: context.clock.now() });
  // The desk has no origin; the worker that sends the email does.
  await queueLetter(tx, { context, origin: '' }, { kind: 'statement-of-reasons', member_id: memberId, id: number });
}

/** Undefined if there is nothing to do; otherwise when the affected content was added, if known. */
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

async function clearText(context: AppContext, tx: Transaction, memberId: string): Promise<boolean> {
  const isCleared = await clearAbout(context, tx, memberId);
  return (await emptyQuotes(context, tx, memberId)) > 0 || isCleared;
}

/** Bans a member, or extends a shorter ban. */
async function ban(context: AppContext, tx: Transaction, memberId: string, endsAt: Date | null): Promise<boolean> {
  if (!(await isBanned(tx, memberId))) return banMember(context, tx, memberId);
  const end = (await tx.first(findLastingBan, { memberId }))?.ends_at ?? null;
  return end !== null && (endsAt === null || endsAt > end);
}

/**
 * Takes back a measure and tells its member. A banned member can log in unless another ban stands, and a message is
 * shown again; a photo or text is not restored. `before` if somebody was faster, undefined without a measure.
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
