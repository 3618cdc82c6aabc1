import { hash } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { type JobRun, isLastTry } from '../../platform/jobs/jobs.ts';
import { type Email, MailError } from '../../platform/mail.ts';
import type { ReplyMeaning } from '../../platform/mail-reply.data.ts';
import { recordFailure } from './record-failure.ts';
import { recordRefusal } from './record-refusal.ts';
import { readReportToken, reportToken } from './report-token.ts';

const downMessage = 'the mail server cannot be used';

interface Delivery {
  memberId: string | null;
  /** The account that the email is about, if the address was or may become that account's. */
  owner?: string | null;
  run: JobRun | undefined;
  /** The token for mail servers' reports, if the email is not to a member. */
  token?: string | undefined;
}

/**
 * Sends an email as its own job. If the mail server refuses the email, there is no retry, and the failure counts
 * against the address unless it is about us or the email itself. A deferred email is retried, and counts when the job
 * gives up. While the server is down, nothing is given up; afterwards, waiting emails go out by importance. Returns
 * whether the server accepted the email.
 */
export async function deliver(
  context: AppContext,
  email: Omit<Email, 'messageId' | 'reportToken'>,
  { memberId, owner = memberId, run, token: own }: Delivery,
): Promise<boolean> {
  const { mailer, jobs, secret, clock, log } = context;
  const token = memberId === null ? own : reportToken(secret, { memberId, email: email.to, now: clock.now() });
  try {
    await mailer.send({
      ...email,
      about: owner,
      ...(run && { messageId: messageIdOf(run) }),
      ...(token !== undefined && { reportToken: token }),
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.failure === 'unavailable') {
      if (run) await jobs.hold(run);
      throw error;
    }
    if (error.failure === 'refused' || isLastTry(run)) await count(error.meaning);
    if (error.failure !== 'refused') throw error;
    log.warn({ event: 'mail.refused', member: memberId }, error.message);
    return false;
  }
  await jobs.resume('send-mail', downMessage);
  return true;

  async function count(meaning: ReplyMeaning): Promise<void> {
    const mailed = token === undefined ? null : readReportToken(token);
    if (meaning === 'refused') await recordRefusal(context, email.to, mailed);
    else if (mailed) await recordFailure(context, mailed, meaning);
  }
}

/** The same for every run of one job. The job's number alone would repeat in a new database. */
function messageIdOf({ job }: JobRun): string {
  return hash('sha256', `${job.id} ${job.created_at.toISOString()}`, 'hex').slice(0, 40);
}
