import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { testCards } from './cards.data.ts';
import { ApiError, readText, toMinor, type Amount } from './fields.ts';
import { methods, type Method } from './methods.data.ts';
import { payPageFlame, payPageStyle } from './pay-page-style.data.ts';
import { choices, isUnderWay, type PaymentFacts, type SandboxPayments } from './payments.ts';

function sendPage(reply: FastifyReply, status: number, html: string) {
  return reply
    .code(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

const actions = [...choices, 'chargeback', 'reverse'] as const;

type Get = { Params: { id: string } };
type Press = Get & { Body: { action?: unknown; card?: unknown } | undefined };

/** Adds the page on which the buyer decides about a payment. */
export function addPayPageRoutes<Payment>(app: FastifyInstance, payments: SandboxPayments<Payment>): void {
  app.get<Get>('/pay/:id', (request, reply) => {
    const payment = payments.find(request.params.id);
    const facts = payment && payments.show(payment);
    return facts?.hasPage ? sendPage(reply, 200, renderPayPage(facts)) : sendPage(reply, 404, renderMissingPage());
  });

  app.post<Press>('/pay/:id', async (request, reply) => {
    const action = actions.find((candidate) => candidate === request.body?.action);
    if (!action) throw new ApiError(400, 'The form needs an action.', 'action');
    const payment = payments.find(request.params.id);
    if (payment === undefined || !payments.show(payment).hasPage) return sendPage(reply, 404, renderMissingPage());
    if (action === 'chargeback') payments.chargeBack(payment, {});
    else if (action === 'reverse') payments.reverse(payment);
    else return reply.redirect(payments.choose(payment, action, readText(request.body?.card)), 303);
    // Relative, because a site may serve the page under a path of its own.
    return reply.redirect(request.params.id, 303);
  });
}

export const findMethod = (id: string | null): Method | undefined => methods.find((method) => method.id === id);

/** Returns the method's name in a language (`de` or `de_DE`), or in English if it is not translated. */
export function describeMethod(method: Method, locale: string | null): string {
  return method.translations?.[locale?.slice(0, 2) ?? 'en'] ?? method.description;
}

/** Draws a plain badge with the method's letters, because brand logos are protected. */
function drawMark({ mark: [text, color] }: Method): string {
  const size = text.length > 2 ? 9 : 11;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="24" viewBox="0 0 32 24" aria-hidden="true">' +
    `<rect width="32" height="24" rx="5" fill="${color}"/><text x="16" y="12" fill="#fff" text-anchor="middle" ` +
    `dominant-baseline="central" font-family="system-ui,sans-serif" font-weight="700" font-size="${size}">${text}</text></svg>`
  );
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** The hash of the page's only stylesheet, for the Content-Security-Policy. */
const styleHash = createHash('sha256').update(payPageStyle).digest('base64');

/** The sentences of the pay page, which only developers and testers see. */
const text = {
  label: 'Test payment – no money moves here',
  lead: 'You decide how this payment ends.',
  done: 'This test payment is over.',
  method: 'Payment method',
  card: 'Card',
  newCard: 'A new card',
  cardFails: 'declined when charged again',
  cardPending: 'never confirmed',
  reference: 'Reference',
  fail: 'Let it fail',
  cancel: 'Cancel the payment',
  open: 'Leave it open',
  chargeBack: 'Charge it back',
  reverse: 'Take the chargeback back',
  back: 'Go back',
  states: {
    open: 'Open',
    pending: 'Waiting for the bank',
    authorized: 'Authorized',
    paid: 'Paid',
    canceled: 'Canceled',
    expired: 'Expired',
    failed: 'Failed',
  },
  chargedBack: 'Charged back',
  missingTitle: 'There is no such payment',
  missingLead: 'Go back and start the payment again.',
};

/** Formats an amount: `€14.99`. */
function writeAmount({ currency, value }: Amount): string {
  // Intl formats a decimal string exactly; only its declared type is too narrow.
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value as `${number}`);
}

function frame(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${payPageStyle}</style></head><body><header class="notice">${escape(text.label)}</header>` +
    `<main><div class="brand">${payPageFlame}Tealight</div>${body}</main></body></html>`
  );
}

function renderMethod(payment: PaymentFacts): string {
  const chosen = findMethod(payment.method);
  if (!chosen) return '';
  const name = `<dd>${drawMark(chosen)}${escape(chosen.description)}</dd>`;
  return `<div><dt>${escape(text.method)}</dt>${name}</div>`;
}

function renderCards(payment: PaymentFacts): string {
  if (!isUnderWay(payment) || !payment.takesCard) return '';
  const options = testCards.map(({ id, label, number, mandate, failure }) => {
    const note = failure === null ? (mandate === 'pending' ? text.cardPending : '') : text.cardFails;
    return `<option value="${id}">${escape(`${label} •••• ${number}${note && ` – ${note}`}`)}</option>`;
  });
  return (
    `<label for="card">${escape(text.card)}</label>` +
    `<select id="card" name="card" form="moves"><option value="">${escape(text.newCard)}</option>${options.join('')}</select>`
  );
}

function renderAccount({ account }: PaymentFacts): string {
  return account.map(([name, value]) => `<div><dt>${name}</dt><dd class="id">${escape(value)}</dd></div>`).join('');
}

const button = (action: string, caption: string, look = '') =>
  `<button name="action" value="${action}"${look && ` class="${look}"`}>${escape(caption)}</button>`;

/** Renders the action buttons. URLs are relative because a site may serve the page under a path of its own. */
function renderMoves(payment: PaymentFacts, amount: string): string {
  const form = `<form id="moves" class="moves" method="post" action="${payment.id}">`;
  if (isUnderWay(payment)) {
    const others = button('fail', text.fail) + button('cancel', text.cancel) + button('open', text.open);
    const pay = button('pay', `Pay ${amount}`, 'main');
    return `<p class="lead">${escape(text.lead)}</p>${form}${pay}<div class="others">${others}</div></form>`;
  }
  const back =
    payment.redirectUrl === null
      ? ''
      : `<a class="go main" href="${escape(payment.redirectUrl)}">${escape(text.back)}</a>`;
  const left = toMinor(payment.amount) - payment.refunded - payment.chargedBack;
  const chargeBack = payment.status === 'paid' && left > 0 ? button('chargeback', text.chargeBack, 'danger') : '';
  const reverse = payment.chargedBack > 0 ? button('reverse', text.reverse) : '';
  return `<p class="lead">${escape(text.done)}</p>${form}${back}${chargeBack}${reverse}</form>`;
}

function renderPayPage(payment: PaymentFacts): string {
  const amount = writeAmount(payment.amount);
  const chargedBack = payment.status === 'paid' && payment.chargedBack > 0;
  const state = chargedBack ? text.chargedBack : text.states[payment.status];
  const card =
    `<section class="card"><p class="what">${escape(payment.description)}</p><h1>${escape(amount)}</h1>` +
    `<p class="state ${chargedBack ? 'back' : payment.status}">${escape(state)}</p>${renderCards(payment)}` +
    `<dl>${renderMethod(payment)}${renderAccount(payment)}<div><dt>${escape(text.reference)}</dt><dd class="id">${payment.id}</dd></div></dl>` +
    '</section>';
  return frame(`${amount} · ${text.label}`, card + renderMoves(payment, amount));
}

function renderMissingPage(): string {
  const { missingTitle, missingLead } = text;
  const card = `<section class="card"><h1>${escape(missingTitle)}</h1><p class="what">${escape(missingLead)}</p></section>`;
  return frame(missingTitle, card);
}
