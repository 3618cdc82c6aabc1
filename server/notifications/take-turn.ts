import { mailRules } from '../../contract/notification-rules.ts';
import type { LetterCall } from '../accounts/letters.ts';
import { after, hourMs } from '../platform/clock.ts';
import { claimSending, findSending } from './queries.ts';
import { quietUntil } from './rules.ts';

/**
 * Takes the right to send a member an e-mail that is written: whatever waited for the mail server, one goes out in the gap.
 * Returns when the next one may, if another job took it lately; the same job always gets it again, for a sending that
 * failed.
 */
export async function takeTurn(
  { context: { database }, run }: LetterCall,
  { memberId, now, zone }: { memberId: string; now: Date; zone: string },
): Promise<Date | null> {
  const gapSince = after(now, -mailRules.gapHours * hourMs);
  return database.transaction(async (tx) => {
    if (await tx.first(claimSending, { memberId, now, gapSince, jobId: run?.job.id ?? null })) return null;
    const last = await tx.first(findSending, { memberId });
    return quietUntil(now, { zone, mailedAt: last?.sent_at ?? null });
  });
}
