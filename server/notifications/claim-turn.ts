import { type NotificationKind, notificationRules } from '../../contract/notifications/notification-rules.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import type { MailCall } from '../mail/queue-mail.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { type ReaderRow, beginSendings, claimSending, lockSendings, markSent } from './queries.ts';
import { whenToSend } from './rules.ts';

/** A claimed turn without a sent mail delays other jobs for this long: the worker died, or the server refused. */
const sendingMinutes = 5;

/**
 * `done`: this mail was sent, or another said the same. `later`: not before `until`. `now`: send, and call `onSent`
 * once the mail server has the mail; the gap starts only then.
 */
type Turn = { is: 'done' } | { is: 'later'; until: Date } | { is: 'now'; onSent: () => Promise<void> };

/**
 * Claims the right to send a mail to a reader: outside quiet hours, one per gap of its kind, never two at once. The
 * same job may claim again. `queuedAt` is a notice's: once a mail about messages and likes was sent after it, the
 * notice is not needed.
 */
export async function claimTurn(
  { context: { database, clock }, run }: MailCall,
  {
    memberId,
    reader,
    kind,
    queuedAt,
  }: { memberId: MemberId; reader: ReaderRow; kind: NotificationKind; queuedAt?: Date },
): Promise<Turn> {
  const now = clock.now();
  const jobId = run ? String(run.job.id) : null;
  const isEvent = notificationRules[kind].waitsFor === 'events';
  const onSent = async (): Promise<void> => {
    await database.transaction((tx) => tx.run(markSent, { memberId, jobId, isEvent }));
  };
  return database.transaction(async (tx) => {
    await tx.run(beginSendings, { memberId });
    const last = await tx.first(lockSendings, { memberId });
    const { sent_at: sentAt = null, told_at: lastEventMailAt = null, claimed_at: claimedAt = null } = last ?? {};
    const isOwn = jobId !== null && last?.claimed_by === jobId;
    const hasNewerMail = lastEventMailAt !== null && queuedAt !== undefined && lastEventMailAt >= queuedAt;
    if (hasNewerMail || (isOwn && !claimedAt)) return { is: 'done' };
    const freeAt = claimedAt && !isOwn ? after(claimedAt, sendingMinutes * minuteMs) : now;
    const gapEnd = whenToSend(now, getPlaceTimeZone(reader), isEvent ? lastEventMailAt : sentAt);
    const until = gapEnd ?? (freeAt > now ? freeAt : null);
    if (until) return { is: 'later', until };
    await tx.run(claimSending, { memberId, now, jobId });
    return { is: 'now', onSent };
  });
}
