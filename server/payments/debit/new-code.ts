import { smsCodesPerHour } from '../../../contract/limits.ts';
import { takeAttempt } from '../../accounts/attempts.ts';
import type { AppContext } from '../../context.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { refuse } from '../../platform/failure.ts';
import { openCode } from './queries.ts';

const perHour = { max: smsCodesPerHour, windowMs: hourMs };
const ofMember = { name: 'sms-member', ...perHour };
const ofNumber = { name: 'sms-number', ...perHour };

/**
 * Sends the next code of a direct debit; the one before is not valid any more. Counts for the member and for the number;
 * throws debit.codes when either has had enough within the hour.
 */
export async function sendNewCode(
  context: AppContext,
  tx: Transaction,
  { memberId, debitId, phoneHash }: { memberId: string; debitId: string; phoneHash: string },
): Promise<void> {
  const now = context.clock.now();
  for (const counted of [
    { limit: ofMember, subject: memberId },
    { limit: ofNumber, subject: phoneHash },
  ]) {
    const waitMs = await takeAttempt(tx, counted, now);
    if (waitMs > 0)
      refuse('debit.codes', { minutes: Math.ceil(waitMs / minuteMs), retry_after: Math.ceil(waitMs / 1_000) });
  }
  const opened = await tx.first(openCode, { memberId, debitId, now });
  if (opened)
    await context.jobs.add(tx, 'send-debit-code', {
      member_id: memberId,
      debit_id: debitId,
      number: opened.code_number,
    });
}
