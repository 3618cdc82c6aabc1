import { fromMinor } from './money.ts';
import { chargedBackMinor, isCancelable, refundedMinor, remaining } from './payments.ts';
import type { Sandbox } from './sandbox.ts';
import type { StoredChargeback, StoredPayment, StoredRefund } from './types.ts';

const hal = (href: string) => ({ href, type: 'application/hal+json' });
const html = (href: string) => ({ href, type: 'text/html' });

/** The amounts of a paid payment. */
function presentAmounts(payment: StoredPayment) {
  if (payment.status !== 'paid') return {};
  const { currency } = payment.amount;
  const chargedBack = chargedBackMinor(payment);
  return {
    amountRefunded: fromMinor(refundedMinor(payment), currency),
    amountRemaining: remaining(payment),
    ...(chargedBack > 0 ? { amountChargedBack: fromMinor(chargedBack, currency) } : {}),
    settlementAmount: payment.amount,
  };
}

function presentPaymentLinks(sandbox: Sandbox, payment: StoredPayment) {
  const self = `${sandbox.address}/v2/payments/${payment.id}`;
  const page = html(`${sandbox.address}/pay/${payment.id}`);
  return {
    self: hal(self),
    ...(payment.status === 'open' ? { checkout: page } : {}),
    changePaymentState: page,
    dashboard: page,
    ...(payment.refunds.length > 0 ? { refunds: hal(`${self}/refunds`) } : {}),
    ...(payment.chargebacks.length > 0 ? { chargebacks: hal(`${self}/chargebacks`) } : {}),
  };
}

/** The payment object of the API. Links point to the provider's current address. */
export function presentPayment(sandbox: Sandbox, payment: StoredPayment) {
  return {
    resource: 'payment',
    id: payment.id,
    mode: payment.mode,
    createdAt: payment.createdAt,
    amount: payment.amount,
    ...presentAmounts(payment),
    description: payment.description,
    method: payment.method,
    metadata: payment.metadata,
    status: payment.status,
    ...payment.moment,
    isCancelable: isCancelable(payment),
    ...(payment.status === 'open' ? { expiresAt: payment.expiresAt } : {}),
    locale: payment.locale,
    profileId: payment.profileId,
    sequenceType: 'oneoff',
    redirectUrl: payment.redirectUrl,
    cancelUrl: payment.cancelUrl,
    webhookUrl: payment.webhookUrl,
    _links: presentPaymentLinks(sandbox, payment),
  };
}

export function presentRefund(sandbox: Sandbox, payment: StoredPayment, refund: StoredRefund) {
  const parent = `${sandbox.address}/v2/payments/${payment.id}`;
  return {
    resource: 'refund',
    mode: payment.mode,
    ...refund,
    paymentId: payment.id,
    _links: { self: hal(`${parent}/refunds/${refund.id}`), payment: hal(parent) },
  };
}

export function presentChargeback(sandbox: Sandbox, payment: StoredPayment, chargeback: StoredChargeback) {
  const parent = `${sandbox.address}/v2/payments/${payment.id}`;
  return {
    resource: 'chargeback',
    ...chargeback,
    paymentId: payment.id,
    reversedAt: null,
    _links: { self: hal(`${parent}/chargebacks/${chargeback.id}`), payment: hal(parent) },
  };
}

/** A list in a single page, as used for refunds and chargebacks. */
export function presentList(href: string, name: 'refunds' | 'chargebacks', items: readonly unknown[]) {
  return {
    count: items.length,
    _embedded: { [name]: items },
    _links: { self: hal(href), previous: null, next: null },
  };
}
