import { type NotificationKind, notificationRules } from '../../contract/notification-rules.ts';
import type { LetterCall } from '../accounts/letters.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { beginSendings, claimSending, lockSendings, noteSent } from './queries.ts';
import { quietUntil } from './rules.ts';

/**
 * How long a turn keeps other jobs waiting that was not followed by a sent e-mail: its worker has died, or the mail server
 * put the e-mail off or refused it.
 */
const sendingMinutes = 5;

/**
 * Whether a job may send. `over`: it has sent the e-mail already and was repeated, or another one has told the same since
 * it was queued. `later`: it is not its turn before `until`. `now`: it sends, and runs `onSent` once the mail server has
 * the e-mail: then, and not before, the gap begins.
 */
type Turn = { is: 'over' } | { is: 'later'; until: Date } | { is: 'now'; onSent: () => Promise<void> };

interface Wanted {
  memberId: string;
  now: Date;
  zone: string;
  kind: NotificationKind;
  /** Of a notice: what was true then needs no telling once an e-mail about messages and likes has gone out since. */
  queuedAt?: Date;
}

/**
 * Takes the right to send a member an e-mail that is written: whatever waited for the mail server, one goes out in the
 * gap of its kind, and two never at the same time. The same job gets it again, for a sending that failed.
 */
export async function takeTurn(
  { context: { database }, run }: LetterCall,
  { memberId, now, zone, kind, queuedAt }: Wanted,
): Promise<Turn> {
  const jobId = run ? String(run.job.id) : null;
  const isEvent = notificationRules[kind].waitsFor === 'events';
  const onSent = async (): Promise<void> => {
    await database.transaction((tx) => tx.run(noteSent, { memberId, jobId, isEvent }));
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
