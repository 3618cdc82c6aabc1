import type { Input } from '../../../contract/index.ts';
import { cleanEmail, isEmail } from '../../accounts/email-rules.ts';
import { takeOutgoing } from '../../accounts/outgoing.ts';
import { queueLetter } from '../../accounts/queue-mail.ts';
import { refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { oneLine } from '../../platform/one-line.ts';
import { type RequestRow, findRequest, insertRequest } from './queries.ts';

/**
 * Stores a declaration of withdrawal and queues its acknowledgement. The response and the work are the same whether it
 * matches an order or not. Beyond a few a day for one mailbox, or an hour for one IP address, it is only stored.
 * Repeating it with the same key does nothing more. Throws request.key-reused if the key was used for another
 * declaration.
 */
export const declareWithdrawal: Handler<'declareWithdrawal'> = async (input, call) => {
  const { context, site, language, origin, ip } = call;
  const said = readDeclaration(input);
  const { email } = said;
  const requestId = input.idempotency_key;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const values = { requestId, site: site.key, language, ...said, now };
    if (!(await tx.first(insertRequest, values))) return;
    if ((await takeOutgoing(tx, context, 'declaration', { receiver: email, ip })).waitMs === 0)
      await queueLetter(tx, { context, origin }, { kind: 'declaration-received', member_id: null, id: requestId });
    await context.jobs.add(tx, 'match-declaration', { request_id: requestId, origin });
  });
  const row = await context.database.first(findRequest, { requestId });
  // A corrected declaration must not be mistaken for the stored one.
  if (row && !isSame(row, said)) refuse('request.key-reused');
  return { received_at: (row?.received_at ?? now).toISOString() };
};

/** Cleans the form fields. Support reads them in a list and emails repeat them; only the declaration is multi-line. */
function readDeclaration(input: Input<'declareWithdrawal'>) {
  const email = cleanEmail(input.email);
  const name = oneLine(input.name);
  refuseFields({
    name: name === '' ? 'field.missing' : undefined,
    email: isEmail(email) ? undefined : 'email.invalid',
  });
  return {
    name,
    email,
    orderNumber: oneLine(input.order_number ?? ''),
    orderedOn: oneLine(input.ordered_on ?? ''),
    declaration: (input.declaration ?? '')
      .split(/\r\n?|\n/)
      .map(oneLine)
      .join('\n'),
  };
}

function isSame(row: RequestRow, said: ReturnType<typeof readDeclaration>): boolean {
  return (
    row.name === said.name &&
    row.email === said.email &&
    row.order_number === said.orderNumber &&
    row.ordered_on === said.orderedOn &&
    row.declaration === said.declaration
  );
}
