import { type NotificationKind, notificationRules } from '../../contract/notifications/notification-rules.ts';
import type { LetterCall } from '../accounts/letters.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { beginSendings, claimSending, lockSendings, markSent } from './queries.ts';
import { quietUntil } from './rules.ts';

/** How long a claimed turn without a sent email delays other jobs: the worker died, or the mail server refused. */
const sendingMinutes = 5;

/**
 * The right of a job to send. `over`: this email was sent, or another told the same. `later`: not before `until`.
 * `now`: send, and call `onSent` once the mail server has the email; the gap starts only then.
 */
type Turn = { is: 'over' } | { is: 'later'; until: Date } | { is: 'now'; onSent: () => Promise<void> };

interface Wanted {
  memberId: string;
  now: Date;
  zone: string;
  kind: NotificationKind;
  /** For a notice: once an email about messages and likes was sent after this time, it is not needed. */
  queuedAt?: Date;
}

/** Claims the right to send an email: one per gap of its kind, never two at once. The same job may claim again. */
export async function takeTurn(
  { context: { database }, run }: LetterCall,
  { memberId, now, zone, kind, queuedAt }: Wanted,
): Promise<Turn> {
  const jobId = run ? String(run.job.id) : null;
  const isEvent = notificationRules[kind].waitsFor === 'events';
  const onSent = async (): Promise<void> => {
    await database.transaction((tx) => tx.run(markSent, { memberId, jobId, isEvent }));
  };
  return database.transaction(async (tx) => {
    await tx.run(beginSendings, { memberId });
    const last = await tx.first(lockSendings, { memberId });
    const { sent_at: sentAt = null, told_at: toldAt = null, claimed_at: claimedAt = null } = last ?? {};
    const isOwn = jobId !== null && last?.claimed_by === jobId;
    const isTold = toldAt !== null && queuedAt !== undefined && toldAt >= queuedAt;
    if (isTold || (isOwn && !claimedAt)) return { is: 'over' };
    const freeAt = claimedAt && !isOwn ? after(claimedAt, sendingMinutes * minuteMs) : now;
    const gapEnd = quietUntil(now, { zone, mailedAt: isEvent ? toldAt : sentAt });
    const until = gapEnd ?? (freeAt > now ? freeAt : null);
    if (until) return { is: 'later', until };
    await tx.run(claimSending, { memberId, now, jobId });
    return { is: 'now', onSent };
  });
}
