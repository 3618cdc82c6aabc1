import { lockWallets } from '../../credits/wallets.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { ownDebit, showDebit } from './find-debit.ts';
import { sendNewCode } from './new-code.ts';
import { lockDebit } from './queries.ts';
import { isOver, resendSeconds } from './rules.ts';
import { refuseBlocked, buildSubjects } from './subjects.ts';

/** Sends another code for a direct debit, at the earliest a minute after the last one. */
export const sendDirectDebitCode: Handler<'sendDirectDebitCode'> = async ({ id, idempotency_key: key }, call) => {
  const { context, member } = call;
  await ownDebit(call, id);
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
  return showDebit(call, id);
};
