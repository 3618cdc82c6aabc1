import type { AppContext } from '../../context.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import type { AttemptLimit } from '../attempt-rules.ts';
import { takeAttempt, takeAttempts } from '../attempts.ts';
import { deriveMailbox } from '../email-rules.ts';
import { type MailedTo, reportedDays } from './report-token.ts';

/** This many refusals by one provider within an hour are not about a single email. */
const refusals: AttemptLimit = { name: 'mail-refused', max: 10, windowMs: hourMs };
/** One email counts once, even if the session and a report, or two reports, tell of it. */
const onceEach: AttemptLimit = { name: 'mail-refused-once', max: 1, windowMs: reportedDays * dayMs };
const alarm: AttemptLimit = { name: 'mail-refused-alarm', max: 1, windowMs: hourMs };

/**
 * Counts an email that a mail server refuses for its content or sender: as spam, by SPF, for its size, or as one of
 * too many. The refusal says nothing about the address and has no effect for the member. Ten within an hour at one
 * provider mean a problem on our side: an error is logged, once an hour. Returns whether the email counted.
 */
export async function recordRefusal(
  { database, clock, log }: AppContext,
  email: string,
  mailed: MailedTo | null,
): Promise<boolean> {
  const now = clock.now();
  const provider = deriveMailbox(email).split('@')[1] ?? '';
  return database.transaction(async (tx) => {
    const [counted] = await takeAttempts(
      tx,
      [
        { limit: refusals, subject: provider },
        ...(mailed ? [{ limit: onceEach, subject: mailed.mark.toString('hex') }] : []),
      ],
      now,
    );
    if (counted?.isLast && (await takeAttempt(tx, { limit: alarm, subject: provider }, now)) === 0)
      tx.afterCommit(() =>
        log.error({ event: 'mail.rejected-by-provider', provider }, 'a provider rejects our e-mails'),
      );
    return counted?.waitMs === 0;
  });
}
