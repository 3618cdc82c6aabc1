import { type NotificationKind, notificationRules } from '../../contract/notification-rules.ts';
import type { LetterCall } from '../accounts/letters.ts';
import { after, minuteMs } from '../platform/clock.ts';
import { beginSendings, claimSending, lockSendings, noteSent } from './queries.ts';
import { quietUntil } from './rules.ts';

/** How long a sending may take that neither succeeds nor fails: its worker has died. */
const sendingMinutes = 5;

interface Turn {
  /** This job has sent it already, and was repeated. */
  isOver?: true;
  /** It is not its turn: when it may be. */
  until?: Date;
  /** What was true at this moment was told by the last e-mail about messages and likes. */
  toldAt: Date | null;
  /** Runs once the mail server has it: then, and not before, the gap begins. */
  onSent: () => Promise<void>;
}

/**
 * Takes the right to send a member an e-mail that is written: whatever waited for the mail server, one goes out in the
 * gap of its kind, and two never at the same time. The same job gets it again, for a sending that failed.
 */
export async function takeTurn(
  { context: { database }, run }: LetterCall,
  { memberId, now, zone, kind }: { memberId: string; now: Date; zone: string; kind: NotificationKind },
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
    const turn = { toldAt, onSent };
    if (isOwn && !claimedAt) return { ...turn, isOver: true };
    const freeAt = claimedAt && !isOwn ? after(claimedAt, sendingMinutes * minuteMs) : now;
    const gapEnd = quietUntil(now, { zone, mailedAt: isEvent ? toldAt : sentAt });
    const until = gapEnd ?? (freeAt > now ? freeAt : null);
    if (until) return { ...turn, until };
    await tx.run(claimSending, { memberId, now, jobId });
    return turn;
  });
}
