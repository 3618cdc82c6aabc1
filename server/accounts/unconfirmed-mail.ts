import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { unconfirmedMailLimit } from './attempt-rules.ts';
import { pseudonymOf, takeAttempt } from './attempts.ts';
import { mailboxOf } from './email-rules.ts';

/**
 * Counts an e-mail to an address that its account has not confirmed, by the mailbox behind it: anybody can sign up with
 * any address, and with as many of one mailbox as they like. Returns how long to wait instead of sending it.
 */
export async function takeUnconfirmedMail(tx: Transaction, context: AppContext, email: string): Promise<number> {
  const subject = pseudonymOf(context, `unconfirmed ${mailboxOf(email)}`);
  return takeAttempt(tx, { limit: unconfirmedMailLimit, subject }, context.clock.now());
}
