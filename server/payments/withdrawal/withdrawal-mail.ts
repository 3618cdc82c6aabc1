import { createHmac } from 'node:crypto';

import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import { methodsRefundedByHand } from '../../../contract/payments/payment-methods.ts';
import { formatOrderNumber } from '../../../contract/payments/order-number.ts';
import { declarationLinkDays } from '../../../contract/withdrawal/limits.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import type { AppContext } from '../../context.ts';
import type { MailContent, MailCall, MailTemplate } from '../../mail/queue-mail.ts';
import { formatIn } from '../../platform/text/format.ts';
import { breakLinks } from '../../platform/text/one-line.ts';
import { methodName } from '../method-name.ts';
import { aboutOrder, findMailedPayment } from '../payment-mail.ts';
import type { PaymentRow } from '../queries.ts';
import { type WithdrawalRow, findRequest, findWithdrawal } from './queries.ts';

/** Acknowledges a withdrawal: its content, and when it arrived (directive 2011/83, article 11a). */
export const withdrawalReceived: MailTemplate = {
  name: 'withdrawal-received',
  importance: 'mail',
  write: async (call) => {
    const found = await find(call);
    if (!found) return null;
    const { row, withdrawal, say, email, number } = found;
    const next = methodsRefundedByHand.includes(row.method)
      ? [say('withdrawal.received.by-hand'), say('withdrawal.account', { email })]
      : [say('withdrawal.received.next')];
    return {
      subject: say('withdrawal.received.subject', { number }),
      title: say('withdrawal.received.title'),
      paragraphs: [say('withdrawal.received.text', { count: row.credits, number }), ...next],
      facts: buildFacts(call, row, withdrawal),
      ...aboutOrder(call, row.payment_id),
    };
  },
};

/** Tells a member whose account ended after a no to changed terms what comes back. A closed account gets no link. */
export const creditsPaidBack: MailTemplate = {
  name: 'credits-paid-back',
  importance: 'mail',
  write: async (call) => {
    const found = await find(call);
    if (!found) return null;
    const { row, withdrawal, say, email, number } = found;
    return {
      subject: say('withdrawal.over-terms.subject', { number }),
      title: say('withdrawal.over-terms.title'),
      paragraphs: [
        say('withdrawal.over-terms.text', { number }),
        methodsRefundedByHand.includes(row.method)
          ? say('withdrawal.over-terms.by-hand', { email })
          : say('withdrawal.over-terms.next'),
      ],
      facts: buildFacts(call, row, withdrawal).slice(1),
      notes: aboutOrder(call, row.payment_id).notes,
    };
  },
};

/** Asks for a bank account. An order paid back because of its discount gets other words: its buyer did not withdraw. */
export const withdrawalByHand: MailTemplate = {
  name: 'withdrawal-by-hand',
  importance: 'mail',
  write: async (call) => {
    const found = await find(call);
    if (!found || found.withdrawal.state !== 'by_hand') return null;
    const { row, withdrawal, say, email, number } = found;
    const amount = formatIn(call.language).money(withdrawal.amount, row.currency, row.country);
    if (withdrawal.over_terms)
      return {
        subject: say('withdrawal.by-hand.subject', { number }),
        title: say('withdrawal.by-hand.title'),
        paragraphs: [say('withdrawal.over-terms.by-hand', { email })],
        facts: buildFacts(call, row, withdrawal).slice(1),
      };
    return {
      subject: say('withdrawal.by-hand.subject', { number }),
      title: say('withdrawal.by-hand.title'),
      paragraphs: row.offer_used
        ? [say('payments.result.offer-used-detail', { amount }), say('payments.result.offer-used-account', { email })]
        : [say('withdrawal.by-hand.text'), say('withdrawal.account', { email })],
      ...(!row.offer_used && { facts: buildFacts(call, row, withdrawal) }),
      button: aboutOrder(call, row.payment_id).button,
    };
  },
};

export const withdrawalFailed: MailTemplate = {
  name: 'withdrawal-failed',
  importance: 'mail',
  write: async (call) => {
    const found = await find(call);
    if (!found) return null;
    const { row, withdrawal, say, number } = found;
    return {
      subject: say('withdrawal.failed.subject', { number }),
      title: say('withdrawal.failed.title'),
      paragraphs: [say('withdrawal.failed.text', { count: withdrawal.credits })],
      facts: buildFacts(call, row, withdrawal),
      button: { text: say('withdrawal.failed.button'), path: `/withdrawal?payment=${row.payment_id}` },
      notes: aboutOrder(call, row.payment_id).notes,
    };
  },
};

/** Anybody can enter any address, so this mail does not greet by the typed name, and turns no content into a link. */
export const declarationReceived: MailTemplate = {
  name: 'declaration-received',
  importance: 'mail',
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
        [say('withdrawal.name'), breakLinks(row.name)],
        ...(row.order_number ? [[say('payments.result.number'), breakLinks(row.order_number)] as const] : []),
        ...(row.ordered_on ? [[say('payments.result.date'), breakLinks(row.ordered_on)] as const] : []),
        ...(row.declaration ? [[say('withdrawal.declaration'), breakLinks(row.declaration)] as const] : []),
      ],
      notes: [say('withdrawal.declared.ignore', { email: site.settings.support_email })],
    };
  },
};

/** Returns the token of a declaration's link. It is derived from the installation's secret, so none is stored. */
export function deriveDeclarationToken({ secret }: Pick<AppContext, 'secret'>, requestId: string): string {
  return createHmac('sha256', secret).update(`withdrawal ${requestId}`).digest('base64url');
}

export const declarationConfirm: MailTemplate = {
  name: 'declaration-confirm',
  importance: 'mail',
  write: async ({ context, say, id, site }) => {
    const row = await context.database.first(findRequest, { requestId: id });
    if (row?.state !== 'asked' || !row.payment_id) return null;
    const number = formatOrderNumber(row.payment_id);
    const token = deriveDeclarationToken(context, id);
    return {
      subject: say('withdrawal.confirm.subject', { number }),
      title: say('withdrawal.confirm.title'),
      paragraphs: [say('withdrawal.confirm.text', { number, days: declarationLinkDays })],
      button: { text: say('withdrawal.confirm.button'), path: `/withdrawal/confirm?request=${id}&token=${token}` },
      notes: [say('withdrawal.confirm.ignore', { email: site.settings.support_email })],
    };
  },
};

async function find(call: MailCall) {
  const { context, say, site, memberId, id } = call;
  const withdrawal =
    memberId === null ? undefined : await context.database.first(findWithdrawal, { memberId, withdrawalId: id });
  const row = withdrawal && (await findMailedPayment(call, withdrawal.payment_id));
  const number = row && formatOrderNumber(row.payment_id);
  return withdrawal && row && number && { row, withdrawal, number, say, email: site.settings.support_email };
}

function buildFacts(
  { say, language }: MailCall,
  row: PaymentRow,
  withdrawal: WithdrawalRow,
): NonNullable<MailContent['facts']> {
  const { money, day, moment } = formatIn(language);
  const zone = getCapitalTimeZone(row.country);
  return [
    [say('withdrawal.declared-at'), moment(withdrawal.declared_at, zone)],
    [say('payments.result.number'), formatOrderNumber(row.payment_id)],
    [say('payments.result.date'), day(row.created_at, zone)],
    [say('withdrawal.credits-back'), say('common.credits', { count: withdrawal.credits })],
    [say('withdrawal.amount'), money(withdrawal.amount, row.currency, row.country)],
    [say('payments.result.method'), methodName(say, row.method)],
  ];
}

/** Tells the buyer that the money comes back, because the discount had already been used. */
export const offerUsed: MailTemplate = {
  name: 'offer-used',
  importance: 'mail',
  write: async (call) => {
    const { say, language, site, id } = call;
    const row = await findMailedPayment(call, id);
    if (!row) return null;
    const amount = formatIn(language).money(row.amount + row.fee, row.currency, row.country);
    const account = say('payments.result.offer-used-account', { email: site.settings.support_email });
    return {
      subject: say('withdrawal.offer-used.subject', { number: formatOrderNumber(row.payment_id) }),
      title: say('payments.result.offer-used'),
      paragraphs: [
        say('payments.result.offer-used-detail', { amount }),
        ...(methodsRefundedByHand.includes(row.method) ? [account] : []),
      ],
      ...aboutOrder(call, row.payment_id),
    };
  },
};
