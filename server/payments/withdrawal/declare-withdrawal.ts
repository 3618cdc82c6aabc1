import { isDeepStrictEqual } from 'node:util';

import { cleanEmail, isEmail } from '../../../contract/accounts/email.ts';
import type { Input } from '../../../contract/index.ts';
import { dayIn, dayText } from '../../../contract/platform/calendar.ts';
import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { declaredNumbersLimit } from '../../accounts/attempt-rules.ts';
import { countAttempt } from '../../accounts/attempts.ts';
import { findAccountAt } from '../../accounts/find-account.ts';
import type { AppContext } from '../../context.ts';
import { consumeMailBudget } from '../../mail/outgoing-budgets.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { Failure, refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { oneLine } from '../../platform/text/one-line.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { withdrawAsDeclared } from './confirm-declaration.ts';
import { type RequestRow, findRequest, insertRequest, listPurchases, lockRequest, moveRequest } from './queries.ts';
import { cleanNumber, hasNumber, isOlder } from './rules.ts';
import { declarationConfirm, declarationReceived } from './withdrawal-mail.ts';

/**
 * Stores a declaration and queues its acknowledgement. Response and work are the same whether it matches an order or
 * not. Beyond a few a day per mailbox, or an hour per IP address, it is only stored. Throws request.key-reused.
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
    if ((await consumeMailBudget(tx, context, 'declaration', { receiver: email, ip })).waitMs === 0)
      await queueMail(tx, call, { template: declarationReceived, memberId: null, id: requestId });
    await context.jobs.add(tx, 'match-declaration', { request_id: requestId, origin });
  });
  const row = await context.database.first(findRequest, { requestId });
  // A corrected declaration must not be mistaken for the stored one.
  const { name, order_number: orderNumber, ordered_on: orderedOn, declaration, received_at: receivedAt } = row ?? {};
  if (row && !isDeepStrictEqual({ name, email: row.email, orderNumber, orderedOn, declaration }, said))
    refuse('request.key-reused');
  return { received_at: (receivedAt ?? now).toISOString() };
};

/** Cleans the form fields. Support reads them in a list and mails repeat them; only the declaration is multi-line. */
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

const purchasesMax = 50;
const matchedDays = 400;

/**
 * Treats a declaration as the withdrawal from the order that it identifies by its number and the account's address.
 * Anybody knows an address, so without the number the account's mailbox is asked to confirm. The rest goes to support.
 */
export async function matchDeclaration(
  context: AppContext,
  job: { request_id: string; origin: string },
): Promise<void> {
  const requestId = job.request_id;
  const request = await context.database.first(findRequest, { requestId });
  if (request?.state !== 'received') return;
  const found = await findOrder(context, request);
  const refused = found?.isNamed === true ? await withdrawFromNamed(context, requestId, found.order) : undefined;
  if (refused === null) return;
  await context.database.transaction(async (tx) => {
    const locked = await tx.first(lockRequest, { requestId });
    if (locked?.state !== 'received') return;
    const now = context.clock.now();
    const ids = { memberId: found?.order.member_id ?? null, paymentId: found?.order.payment_id ?? null };
    if (refused !== undefined) {
      const state = refused === 'withdrawal.done' ? 'confirmed' : 'support';
      await tx.run(moveRequest, { requestId, state, ...ids, now });
      return;
    }
    const receiver = request.email;
    const mayAsk =
      found !== undefined && (await consumeMailBudget(tx, context, 'declaration-confirm', { receiver })).waitMs === 0;
    await tx.run(moveRequest, { requestId, state: mayAsk ? 'asked' : 'support', ...ids, now });
    const { memberId } = ids;
    if (memberId === null || !mayAsk) return;
    await queueMail(tx, { context, origin: job.origin }, { template: declarationConfirm, memberId, id: requestId });
  });
}

/** Returns null if the declaration needs nothing more, or else the code of the refusal. */
async function withdrawFromNamed(
  context: AppContext,
  requestId: string,
  { member_id: memberId, payment_id: paymentId }: PaymentRow,
): Promise<ErrorCode | null> {
  try {
    await context.database.transaction((tx) =>
      withdrawAsDeclared(context, tx, requestId, { memberId, paymentId }, ['received']),
    );
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/**
 * Finds the only completed order of the address that fits the number or the date; undefined if none or several fit. It
 * is named if the form has its number, unless too many numbers were tried for the account.
 */
async function findOrder(
  context: AppContext,
  request: RequestRow,
): Promise<{ order: PaymentRow; isNamed: boolean } | undefined> {
  const site = await context.sites.ofMember(request.site, null);
  const account = await findAccountAt(context.database, site, request.email);
  if (!account) return undefined;
  const memberId = account.member_id;
  const since = after(request.received_at, -matchedDays * dayMs);
  const ids = await context.database.all(listPurchases, { memberId, since, limit: purchasesMax });
  const rows = await Promise.all(
    ids.map(({ payment_id: paymentId }) => context.database.first(findPayment, { memberId, paymentId })),
  );
  const { order_number: number, ordered_on: day } = request;
  const isNumbered = cleanNumber(number) !== '';
  const fitting = rows.filter((row) => {
    if (!row || !isOlder(row, request)) return false;
    if (isNumbered) return hasNumber(row.payment_id, number);
    return day === '' || formatOrderDay(row) === day;
  });
  const mayName = isNumbered && (await countDeclaredNumber(context, memberId));
  const [order] = fitting;
  return order && fitting.length === 1 ? { order, isNamed: mayName } : undefined;
}

/** Returns the day of an order as its confirmation shows it. */
function formatOrderDay({ created_at: orderedAt, country }: PaymentRow): string {
  return dayText(dayIn(getCapitalTimeZone(country), orderedAt));
}

/** Counts a number that a form names for an account, right or wrong. False beyond the limit. */
async function countDeclaredNumber({ database, clock }: AppContext, memberId: MemberId): Promise<boolean> {
  const counted = { limit: declaredNumbersLimit, subject: memberId };
  return (await database.transaction((tx) => countAttempt(tx, counted, clock.now()))) === 0;
}
