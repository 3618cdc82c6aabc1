import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { declarationLinkDays } from '../../../contract/withdrawal/limits.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import type { Letter, LetterCall, LetterKind } from '../../accounts/letters.ts';
import { formatIn } from '../../platform/format.ts';
import { unlinked } from '../../platform/one-line.ts';
import { methodName } from '../order-lines.ts';
import { type PaymentRow, findPayment } from '../queries.ts';
import { declarationToken } from './declaration-token.ts';
import { type WithdrawalRow, findRequest, findWithdrawal } from './queries.ts';

/** Acknowledges a withdrawal: its content, and when it arrived (directive 2011/83, article 11a). */
export const withdrawalReceived: LetterKind = {
  write: async (call) => {
    const found = await find(call);
    if (!found) return null;
    const { row, withdrawal } = found;
    const { say } = call;
    const { support_email: email } = call.site.settings;
    const next = methodsRefundedByHand.includes(row.method)
      ? [say('withdrawal.received.by-hand'), say('withdrawal.account', { email })]
      : [say('withdrawal.received.next')];
    return {
      subject: say('withdrawal.received.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('withdrawal.received.title'),
      paragraphs: [
        say('withdrawal.received.text', { count: row.credits, number: formatOrderNumber(row.payment_id) }),
        ...next,
      ],
      facts: factsOf(call, row, withdrawal),
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
      notes: [say('receipts.contact', { email })],
    };
  },
};

/**
 * Says that the provider cannot pay back after all, and asks for an account. The buyer of an order that is paid back
 * because of its discount gets other words, because they have not withdrawn.
 */
export const withdrawalByHand: LetterKind = {
  write: async (call) => {
    const found = await find(call);
    if (!found || found.withdrawal.state !== 'by_hand') return null;
    const { row, withdrawal } = found;
    const { say } = call;
    const { support_email: email } = call.site.settings;
    const amount = formatIn(call.language).money(withdrawal.amount, row.currency);
    return {
      subject: say('withdrawal.by-hand.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('withdrawal.by-hand.title'),
      paragraphs: row.offer_used
        ? [say('payments.result.offer-used-detail', { amount }), say('payments.result.offer-used-account', { email })]
        : [say('withdrawal.by-hand.text'), say('withdrawal.account', { email })],
      ...(!row.offer_used && { facts: factsOf(call, row, withdrawal) }),
      button: { text: say('receipts.confirm.button'), path: `/transactions/${row.payment_id}` },
    };
  },
};

/** Says that the refund has failed, and that the credits are back. */
export const withdrawalFailed: LetterKind = {
  write: async (call) => {
    const found = await find(call);
    if (!found) return null;
    const { row, withdrawal } = found;
    const { say } = call;
    return {
      subject: say('withdrawal.failed.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('withdrawal.failed.title'),
      paragraphs: [say('withdrawal.failed.text', { count: withdrawal.credits })],
      facts: factsOf(call, row, withdrawal),
      button: { text: say('withdrawal.failed.button'), path: `/withdrawal?payment=${row.payment_id}` },
      notes: [say('receipts.contact', { email: call.site.settings.support_email })],
    };
  },
};

/**
 * Acknowledges a declaration made without a login, whether it matches an order or not. Anybody can enter any address
 * into the form, so the email does not greet by the typed name, and repeats the content in a form that yields no link.
 */
export const declarationReceived: LetterKind = {
  findAddressee: async ({ database }, requestId) => {
    const row = await database.first(findRequest, { requestId });
    if (!row) return undefined;
    const { email, site } = row;
    return { email, site, language: isLanguage(row.language) ? row.language : 'en' };
  },
  write: async ({ context, say, language, site, id }) => {
    const row = await context.database.first(findRequest, { requestId: id });
    if (!row) return null;
    const at = formatIn(language).moment(row.received_at, getCapitalTimeZone(site.company.country));
    return {
      subject: say('withdrawal.declared.subject'),
      title: say('withdrawal.declared.title'),
      paragraphs: [say('withdrawal.declared.text')],
      facts: [
        [say('withdrawal.guest.number'), formatOrderNumber(id)],
        [say('withdrawal.declared-at'), at],
        [say('withdrawal.name'), unlinked(row.name)],
        ...(row.order_number ? [[say('payments.result.number'), unlinked(row.order_number)] as const] : []),
        ...(row.ordered_on ? [[say('payments.result.date'), unlinked(row.ordered_on)] as const] : []),
        ...(row.declaration ? [[say('withdrawal.declaration'), unlinked(row.declaration)] as const] : []),
      ],
      notes: [say('withdrawal.declared.ignore', { email: site.settings.support_email })],
    };
  },
};

/** Asks the account's address to confirm the declaration. */
export const declarationConfirm: LetterKind = {
  write: async ({ context, say, id, site }) => {
    const row = await context.database.first(findRequest, { requestId: id });
    if (row?.state !== 'asked' || !row.payment_id) return null;
    const number = formatOrderNumber(row.payment_id);
    const token = declarationToken(context, id);
    return {
      subject: say('withdrawal.confirm.subject', { number }),
      title: say('withdrawal.confirm.title'),
      paragraphs: [say('withdrawal.confirm.text', { number, days: declarationLinkDays })],
      button: { text: say('withdrawal.confirm.button'), path: `/withdrawal/confirm?request=${id}&token=${token}` },
      notes: [say('withdrawal.confirm.ignore', { email: site.settings.support_email })],
    };
  },
};

async function find(call: LetterCall): Promise<{ row: PaymentRow; withdrawal: WithdrawalRow } | undefined> {
  const { context, memberId, id } = call;
  if (memberId === null) return undefined;
  const withdrawal = await context.database.first(findWithdrawal, { memberId, withdrawalId: id });
  const row = withdrawal && (await context.database.first(findPayment, { memberId, paymentId: withdrawal.payment_id }));
  return withdrawal && row && { row, withdrawal };
}

function factsOf(
  { say, language }: LetterCall,
  row: PaymentRow,
  withdrawal: WithdrawalRow,
): NonNullable<Letter['facts']> {
  const { money, day, moment } = formatIn(language);
  const zone = getCapitalTimeZone(row.country);
  return [
    [say('withdrawal.declared-at'), moment(withdrawal.declared_at, zone)],
    [say('payments.result.number'), formatOrderNumber(row.payment_id)],
    [say('payments.result.date'), day(row.created_at, zone)],
    [say('withdrawal.credits-back'), say('common.credits', { count: withdrawal.credits })],
    [say('withdrawal.amount'), money(withdrawal.amount, row.currency)],
    [say('payments.result.method'), methodName(say, row.method)],
  ];
}
