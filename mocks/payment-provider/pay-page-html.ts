import { createHash } from 'node:crypto';
import { cardMethods } from './cards.ts';
import { testCards } from './cards.data.ts';
import { describeMethod, drawMark, findMethod } from './methods.ts';
import { payPageFlame, payPageStyle } from './pay-page-style.data.ts';
import { payPageTexts } from './pay-page.data.ts';
import type { PayPageText } from './pay-page.data.ts';
import { chargedBackMinor, isUnderWay, offeredMethods, remaining } from './payments.ts';
import { toMinor } from '../shared/money.ts';
import type { Amount } from '../shared/money.ts';
import type { StoredPayment } from './types.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** The hash of the page's only stylesheet, for the Content-Security-Policy. */
export const styleHash = createHash('sha256').update(payPageStyle).digest('base64');

export type PageLanguage = { locale: string; text: PayPageText };

/** Returns the language of the payment's locale, else the first supported language of the browser, else English. */
export function pageLanguage(locale: string | null, acceptLanguage = ''): PageLanguage {
  const wanted = [
    locale?.replace('_', '-') ?? '',
    ...acceptLanguage.split(',').map((part) => part.split(';')[0]?.trim() ?? ''),
  ];
  for (const tag of wanted) {
    const text = payPageTexts[tag.slice(0, 2).toLowerCase().replace('no', 'nb')];
    if (text && /^[A-Za-z]{2}(-[A-Za-z]{2})?$/.test(tag)) return { locale: tag, text };
  }
  return { locale: 'en', text: payPageTexts['en'] as PayPageText };
}

/** Formats an amount for a language: `14,99 €`, `€ 14,99`, `14,99 zł`. */
export function writeAmount({ currency, value }: Amount, locale: string): string {
  // Intl formats a decimal string exactly; only its declared type is too narrow.
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value as `${number}`);
}

function frame({ locale, text }: PageLanguage, title: string, body: string): string {
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escape(title)}</title>` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<style>${payPageStyle}</style></head><body><header class="notice">${escape(text.label)}</header>` +
    `<main><div class="brand">${payPageFlame}Tealight</div>${body}</main></body></html>`
  );
}

function renderMethod(payment: StoredPayment, { locale, text }: PageLanguage): string {
  const chosen = findMethod(payment.method);
  if (!chosen) return '';
  const name = `<dd>${drawMark(chosen)}${escape(describeMethod(chosen, locale))}</dd>`;
  return `<div><dt>${escape(text.method)}</dt>${name}</div>`;
}

function renderChoice(payment: StoredPayment, { locale, text }: PageLanguage): string {
  if (payment.method !== null || !isUnderWay(payment)) return '';
  const options = offeredMethods(payment).map(
    (method) => `<option value="${method.id}">${escape(describeMethod(method, locale))}</option>`,
  );
  return (
    `<label for="method">${escape(text.chooseMethod)}</label>` +
    `<select id="method" name="method" form="moves">${options.join('')}</select>`
  );
}

/** Renders the choice of test cards. The same choice is the same card, and later charges of some cards fail or wait. */
function renderCards(payment: StoredPayment, { text }: PageLanguage): string {
  if (!isUnderWay(payment) || !cardMethods.has(payment.method) || payment.sequenceType === 'recurring') return '';
  const options = testCards.map(({ id, label, number, mandate, failure }) => {
    const note = failure === null ? (mandate === 'pending' ? text.cardPending : '') : text.cardFails;
    return `<option value="${id}">${escape(`${label} •••• ${number}${note && ` – ${note}`}`)}</option>`;
  });
  return (
    `<label for="card">${escape(text.card)}</label>` +
    `<select id="card" name="card" form="moves"><option value="">${escape(text.newCard)}</option>${options.join('')}</select>`
  );
}

/** Renders the account to which the buyer of a bank transfer sends the money. */
function renderTransfer({ method, details }: StoredPayment): string {
  if (method !== 'banktransfer' || !details) return '';
  const rows = [
    ['IBAN', `${details['bankAccount'] ?? ''} · ${details['bankName'] ?? ''}`],
    ['BIC', details['bankBic'] ?? ''],
    ['RF', details['transferReference'] ?? ''],
  ] as const;
  return rows.map(([name, value]) => `<div><dt>${name}</dt><dd class="id">${escape(value)}</dd></div>`).join('');
}

const button = (action: string, caption: string, look = '') =>
  `<button name="action" value="${action}"${look && ` class="${look}"`}>${escape(caption)}</button>`;

/** Renders the action buttons. URLs are relative because a site may serve the page under a path of its own. */
function renderMoves(payment: StoredPayment, { text }: PageLanguage, amount: string): string {
  const form = `<form id="moves" class="moves" method="post" action="${payment.id}">`;
  if (isUnderWay(payment)) {
    const others = button('fail', text.fail) + button('cancel', text.cancel) + button('open', text.open);
    const pay = button('pay', text.pay.replace('{amount}', amount), 'main');
    return `<p class="lead">${escape(text.lead)}</p>${form}${pay}<div class="others">${others}</div></form>`;
  }
  const back =
    payment.redirectUrl === null
      ? ''
      : `<a class="go main" href="${escape(payment.redirectUrl)}">${escape(text.back)}</a>`;
  const canChargeBack = payment.status === 'paid' && toMinor(remaining(payment)) > 0;
  const chargeBack = canChargeBack ? button('chargeback', text.chargeBack, 'danger') : '';
  const reverse = chargedBackMinor(payment) > 0 ? button('reverse', text.reverse) : '';
  return `<p class="lead">${escape(text.done)}</p>${form}${back}${chargeBack}${reverse}</form>`;
}

/** Renders the hosted page of a payment: description, amount, and a button for each result. */
export function renderPayPage(payment: StoredPayment, language: PageLanguage): string {
  const { text } = language;
  const amount = writeAmount(payment.amount, language.locale);
  const chargedBack = payment.status === 'paid' && chargedBackMinor(payment) > 0;
  const state = chargedBack ? text.chargedBack : text.states[payment.status];
  const card =
    `<section class="card"><p class="what">${escape(payment.description)}</p><h1>${escape(amount)}</h1>` +
    `<p class="state ${chargedBack ? 'back' : payment.status}">${escape(state)}</p>${renderChoice(payment, language)}${renderCards(payment, language)}` +
    `<dl>${renderMethod(payment, language)}${renderTransfer(payment)}<div><dt>${escape(text.reference)}</dt><dd class="id">${payment.id}</dd></div></dl>` +
    '</section>';
  return frame(language, `${amount} · ${text.label}`, card + renderMoves(payment, language, amount));
}

/** Renders the page for an unknown payment. */
export function renderMissingPage(language: PageLanguage): string {
  const { missingTitle, missingLead } = language.text;
  const card = `<section class="card"><h1>${escape(missingTitle)}</h1><p class="what">${escape(missingLead)}</p></section>`;
  return frame(language, missingTitle, card);
}
