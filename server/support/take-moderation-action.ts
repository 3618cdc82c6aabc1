import { banMember, isBanned, revertBan } from '../accounts/ban-member.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { emptyQuotes, removeMessage, restoreMessage } from '../chat/moderate-messages.ts';
import type { AppContext } from '../context.ts';
import { clearAbout } from '../members/write-profile.ts';
import { rejectAnyPhoto } from '../photos/decide-photo.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import {
  findLastingBan,
  insertModerationAction,
  markReverted,
  type LockedModerationAction,
  lockModerationAction,
  endModerationAction,
  listEnding,
} from './queries.ts';
import type { WantedModerationAction } from './rules.ts';
import { moderationActionReverted, statementOfReasons } from './support-mail.ts';

/**
 * Bans, or removes the content, and queues the statement of reasons. Returns false, without any change, if nothing is
 * left to do.
 */
export async function takeModerationAction(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: MemberId; number: string; source: 'report' | 'own' },
  { photoId, days, message, ...action }: WantedModerationAction,
): Promise<boolean> {
  const endsAt = days === undefined ? null : after(context.clock.now(), days * dayMs);
  const done = await applyAction(context, tx, memberId, { kind: action.kind, photoId, message, endsAt });
  if (!done) return false;
  const reasons = { ...action, endsAt, aboutAt: done.aboutAt, message };
  await recordStatementOfReasons(context, tx, { memberId, number, source }, reasons);
  return true;
}

export async function recordStatementOfReasons(
  context: AppContext,
  tx: Transaction,
  { memberId, number, source }: { memberId: MemberId; number: string; source: 'report' | 'own' },
  {
    message,
    ...reasons
  }: Omit<WantedModerationAction, 'photoId' | 'days'> & { aboutAt: Date | null; endsAt: Date | null },
): Promise<void> {
  const ids = { conversationId: message?.conversationId ?? null, messageId: message?.messageId ?? null };
  await tx.run(insertModerationAction, { number, memberId, source, ...reasons, ...ids, now: context.clock.now() });
  // A command has no origin; the worker that sends the mail does.
  await queueMail(tx, { context }, { template: statementOfReasons, memberId, id: number });
}

/** Applies the action. Returns undefined if there is nothing to do, else when its content was added, if known. */
async function applyAction(
  context: AppContext,
  tx: Transaction,
  memberId: MemberId,
  {
    kind,
    photoId,
    message,
    endsAt,
  }: Pick<WantedModerationAction, 'kind' | 'photoId' | 'message'> & { endsAt: Date | null },
): Promise<{ aboutAt: Date | null } | undefined> {
  if (kind === 'photo') {
    const photo = photoId === undefined ? undefined : await rejectAnyPhoto(context, tx, { memberId, photoId });
    return photo && { aboutAt: photo.addedAt };
  }
  if (kind === 'message') {
    const sentAt = message && (await removeMessage(context, tx, { ...message, senderId: memberId }));
    return sentAt && { aboutAt: sentAt };
  }
  const done = kind === 'ban' ? await ban(context, tx, memberId, endsAt) : await clearText(context, tx, memberId);
  return done ? { aboutAt: null } : undefined;
}

async function clearText(context: AppContext, tx: Transaction, memberId: MemberId): Promise<boolean> {
  const isCleared = await clearAbout(context, tx, memberId);
  return (await emptyQuotes(context, tx, memberId)) > 0 || isCleared;
}

async function ban(context: AppContext, tx: Transaction, memberId: MemberId, endsAt: Date | null): Promise<boolean> {
  if (!(await isBanned(tx, memberId))) return banMember(context, tx, memberId);
  const end = (await tx.first(findLastingBan, { memberId }))?.ends_at ?? null;
  return end !== null && (endsAt === null || endsAt > end);
}

/**
 * Reverts an action, but restores no photo or text. Returns `before` if somebody was faster, undefined without a
 * moderation action.
 */
export async function revertModerationAction(
  context: AppContext,
  tx: Transaction,
  number: string,
): Promise<'now' | 'before' | undefined> {
  const action = await lockActionAndAccount(tx, number);
  if (!action) return undefined;
  if (action.reverted_at) return 'before';
  const {
    kind,
    member_id: memberId,
    ended_at: endedAt,
    conversation_id: conversationId,
    message_id: messageId,
  } = action;
  await tx.run(markReverted, { number, now: context.clock.now() });
  if (kind === 'ban' && endedAt === null) await openUnlessBanned(tx, memberId);
  if (conversationId !== null && messageId !== null) await restoreMessage(context, tx, { conversationId, messageId });
  await queueMail(tx, { context }, { template: moderationActionReverted, memberId, id: number });
  return 'now';
}

/** Locks an action, and for a ban then its account: ending, reverting and renewing a ban wait for each other. */
async function lockActionAndAccount(tx: Transaction, number: string): Promise<LockedModerationAction | undefined> {
  const action = await tx.first(lockModerationAction, { number });
  if (action?.kind === 'ban') await isBanned(tx, action.member_id);
  return action;
}

const pageSize = 100;

/** Ends expired bans. One that fails is logged and left for the next run. Runs every minute. */
export async function endModerationActions(context: Pick<AppContext, 'database' | 'clock' | 'log'>): Promise<void> {
  const { database, clock, log } = context;
  const but: string[] = [];
  for (;;) {
    const now = clock.now();
    const rows = await database.all(listEnding, { now, but, limit: pageSize });
    for (const { number } of rows)
      await database
        .transaction((tx) => endOne(tx, number, now))
        .catch((error: unknown) => {
          but.push(number);
          log.error({ event: 'moderation-action-not-ended', number, err: error }, 'an action could not be ended');
        });
    if (rows.length < pageSize) return;
  }
}

async function endOne(tx: Transaction, number: string, now: Date): Promise<void> {
  const action = await lockActionAndAccount(tx, number);
  if (!action || (await tx.run(endModerationAction, { number, now })) === 0) return;
  await openUnlessBanned(tx, action.member_id);
}

async function openUnlessBanned(tx: Transaction, memberId: MemberId): Promise<void> {
  if (!(await tx.first(findLastingBan, { memberId }))) await revertBan(tx, memberId);
}
