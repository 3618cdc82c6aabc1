import type { AppContext } from '../../context.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import type { AttemptLimit } from '../attempt-rules.ts';
import { takeAttempt, takeAttempts } from '../attempts.ts';
import { mailboxOf } from '../email-rules.ts';
import { type MailedTo, reportedDays } from './report-token.ts';

/** So many emails that a provider refuses within an hour are no matter of a single one. */
const refusals: AttemptLimit = { name: 'mail-refused', max: 10, windowMs: hourMs };
/** In the session and by a report, or by a report that comes twice, one email counts once. */
const onceEach: AttemptLimit = { name: 'mail-refused-once', max: 1, windowMs: reportedDays * dayMs };
const alarm: AttemptLimit = { name: 'mail-refused-alarm', max: 1, windowMs: hourMs };

/**
 * Counts an email that a mail server refuses for what it is or for who sends it: as spam, by SPF, for its size, or as one of
 * too many. That says nothing about its address and has no effect for its member. Ten of them within an hour at one provider
 * say that something is wrong with us: the log says so as an error, once an hour. Returns whether it counted.
 */
export async function recordRefusal(
  { database, clock, log }: AppContext,
  email: string,
  mailed: MailedTo | null,
): Promise<boolean> {
  const now = clock.now();
  const provider = mailboxOf(email).split('@')[1] ?? '';
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
