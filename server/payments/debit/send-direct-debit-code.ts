import { hash } from 'node:crypto';

import { lockWallets } from '../../credits/wallets.ts';
import { must, refuse, retryAfter } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { findOwnDebit, loadDirectDebit } from './get-direct-debit.ts';
import { lockDebit, openCode, findDebit } from './queries.ts';
import { isOver, resendSeconds, isCodeOpen } from './rules.ts';
import { refuseBlocked, buildSubjects } from './subjects.ts';
import { consumeMailBudget } from '../../mail/outgoing-budgets.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import { smsCodeMinutes } from '../../../contract/payments/limits.ts';
import type { AppContext } from '../../context.ts';
import { formatIn } from '../../platform/text/format.ts';
import type { TextMessage } from './sms.ts';
import { deriveDebitCode, unsealDetails } from './secrets.ts';

/** Sends another code for a direct debit, at the earliest a minute after the last one. */
export const sendDirectDebitCode: Handler<'sendDirectDebitCode'> = async ({ id, idempotency_key: key }, call) => {
  const { context, member } = call;
  await findOwnDebit(call, id);
  await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const now = context.clock.now();
    await once(tx, { memberId: member.id, key, operation: 'sendDirectDebitCode', body: [id], now }, async () => {
      const row = await tx.first(lockDebit, { memberId: member.id, debitId: id });
      must(row, 'debit.not-found');
      must(row.signed_at === null && !isOver(row, now), 'debit.expired');
      await refuseBlocked(tx, buildSubjects(row));
      const seconds = resendSeconds(row, now);
      if (seconds > 0) refuse('debit.codes', { minutes: 1, retry_after: seconds });
      await sendNewCode(call, tx, { debitId: id, phoneHash: row.phone_hash });
      return { debit_id: id };
    });
  });
  return loadDirectDebit(call, id);
};

/**
 * Sends the next code, which invalidates the one before. Throws debit.codes at the limit of the member or the number,
 * and request.too-many at that of the IP address or of all callers.
 */
export async function sendNewCode(
  { context, member, ip }: MemberCall,
  tx: Transaction,
  { debitId, phoneHash }: { debitId: DebitId; phoneHash: string },
): Promise<void> {
  const memberId = member.id;
  const { waitMs, by } = await consumeMailBudget(tx, context, 'sms', { member: memberId, receiver: phoneHash, ip });
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

/** Sends the code of a direct debit by text message, unless it has expired or there is a newer one. */
export async function sendDebitCode(
  context: AppContext,
  payload: { member_id: MemberId; debit_id: DebitId; number: number },
): Promise<void> {
  const { member_id: memberId, debit_id: debitId, number } = payload;
  const row = await context.database.first(findDebit, { memberId, debitId });
  if (!row || row.sealed === null || row.signed_at !== null || row.code_number !== number) return;
  if (!isCodeOpen(row, context.clock.now()) || !context.sms) return;
  const language = isLanguage(row.language) ? row.language : 'en';
  const say = context.sentences.in(language);
  const site = await context.sites.ofMember(row.site, null);
  const text: TextMessage = {
    to: unsealDetails(context, debitId, row.sealed).phone,
    text: say('direct-debit.sms', {
      code: deriveDebitCode(context, debitId, number),
      site: site.settings.name,
      amount: formatIn(language).money(row.amount, row.currency),
      minutes: smsCodeMinutes,
    }),
    about: memberId,
    // The same id when the job runs again.
    id: hash('sha256', `${debitId} ${number}`, 'hex').slice(0, 32),
  };
  try {
    await context.sms.send(text);
    context.metrics.count('texts_total', { outcome: 'sent' });
  } catch (error) {
    context.metrics.count('texts_total', { outcome: 'failed' });
    throw error;
  }
}
