import { isEmail } from '../../accounts/email-rules.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { refuseFields } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { countRequestsOf, findRequest, insertRequest, lockRequestsOf } from './queries.ts';
import { mailedPerDay } from './rules.ts';

/**
 * Stores a declaration of withdrawal and queues its acknowledgement. The answer and the work are the same whether it
 * matches an order or not. Repeating it with the same key does nothing more.
 */
export const declareWithdrawal: Handler<'declareWithdrawal'> = async (input, call) => {
  const { context, site, language, origin } = call;
  const { name, order_number: orderNumber = '', ordered_on: orderedOn = '', declaration = '' } = input;
  const email = input.email.trim();
  refuseFields({ email: isEmail(email) ? undefined : 'email.invalid' });
  const requestId = input.idempotency_key;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(lockRequestsOf, { email });
    const sent = await tx.first(countRequestsOf, { email, requestId, since: after(now, -dayMs), state: null });
    const values = { requestId, site: site.key, language, name, email, orderNumber, orderedOn, declaration, now };
    if (!(await tx.first(insertRequest, values))) return;
    if ((sent?.count ?? 0) < mailedPerDay)
      await queueLetter(tx, { context, origin }, { kind: 'declaration-received', member_id: null, id: requestId });
    await context.jobs.add(tx, 'match-declaration', { request_id: requestId, origin });
  });
  const row = await context.database.first(findRequest, { requestId });
  return { received_at: (row?.received_at ?? now).toISOString() };
};
