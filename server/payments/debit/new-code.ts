import { takeOutgoing } from '../../accounts/outgoing.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { refuse, retryAfter } from '../../platform/failure.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { openCode } from './queries.ts';

/**
 * Sends the next code of a direct debit, which invalidates the one before. Throws debit.codes when the limit of the
 * member or the number is reached, and request.too-many when that of the caller's IP address or of all callers is.
 */
export async function sendNewCode(
  { context, member, ip }: MemberCall,
  tx: Transaction,
  { debitId, phoneHash }: { debitId: string; phoneHash: string },
): Promise<void> {
  const memberId = member.id;
  const { waitMs, by } = await takeOutgoing(tx, context, 'sms', { member: memberId, receiver: phoneHash, ip });
  if (waitMs > 0) {
    const wait = retryAfter(waitMs);
    if (by === 'member' || by === 'receiver') refuse('debit.codes', { minutes: Math.ceil(waitMs / minuteMs), ...wait });
    refuse('request.too-many', wait);
  }
  const opened = await tx.first(openCode, { memberId, debitId, now: context.clock.now() });
  if (opened)
    await context.jobs.add(tx, 'send-debit-code', {
      member_id: memberId,
      debit_id: debitId,
      number: opened.code_number,
    });
}
