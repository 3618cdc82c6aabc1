import { fromMinor } from '../shared/money.ts';
import { documentation, hal, html } from './hal.ts';
import { chargedBackMinor, isCancelable, isUnderWay, refundedMinor, remaining } from './payments.ts';
import type { Sandbox } from './sandbox.ts';
import type { StoredChargeback, StoredCustomer, StoredMandate, StoredPayment, StoredRefund } from './types.ts';

function presentAmounts(payment: StoredPayment) {
  if (payment.status !== 'paid') return {};
  const { currency } = payment.amount;
  const chargedBack = chargedBackMinor(payment);
  return {
    amountRefunded: fromMinor(refundedMinor(payment), currency),
    amountRemaining: remaining(payment),
    ...(chargedBack > 0 ? { amountChargedBack: fromMinor(chargedBack, currency) } : {}),
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
    ...(payment.customerId === null ? {} : { customer: hal(customerPath(sandbox, payment.customerId)) }),
    ...(payment.customerId === null || payment.mandateId === null
      ? {}
      : { mandate: hal(`${customerPath(sandbox, payment.customerId)}/mandates/${payment.mandateId}`) }),
    ...(payment.refunds.length > 0 ? { refunds: hal(`${self}/refunds`) } : {}),
    ...(payment.chargebacks.length > 0 ? { chargebacks: hal(`${self}/chargebacks`) } : {}),
    documentation,
  };
}

const customerPath = (sandbox: Sandbox, id: string) => `${sandbox.address}/v2/customers/${id}`;

/** Returns the payment object of the API. Links point to the provider's current URL. */
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
    ...(isUnderWay(payment) ? { isCancelable: isCancelable(payment) } : {}),
    ...(payment.status === 'open' ? { expiresAt: payment.expiresAt } : {}),
    locale: payment.locale,
    profileId: payment.profileId,
    sequenceType: payment.sequenceType,
    ...(payment.customerId === null ? {} : { customerId: payment.customerId }),
    ...(payment.mandateId === null ? {} : { mandateId: payment.mandateId }),
    ...(payment.details === null ? {} : { details: payment.details }),
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
    _links: { self: hal(`${parent}/refunds/${refund.id}`), payment: hal(parent), documentation },
  };
}

export function presentChargeback(sandbox: Sandbox, payment: StoredPayment, chargeback: StoredChargeback) {
  const parent = `${sandbox.address}/v2/payments/${payment.id}`;
  return {
    resource: 'chargeback',
    ...chargeback,
    paymentId: payment.id,
    _links: { self: hal(`${parent}/chargebacks/${chargeback.id}`), payment: hal(parent), documentation },
  };
}

export function presentCustomer(sandbox: Sandbox, customer: StoredCustomer) {
  const self = customerPath(sandbox, customer.id);
  const own = <T extends { customerId: string | null }>(all: ReadonlyMap<string, T>) =>
    [...all.values()].some(({ customerId }) => customerId === customer.id);
  return {
    resource: 'customer',
    mode: 'test',
    ...customer,
    _links: {
      self: hal(self),
      dashboard: html(self),
      ...(own(sandbox.store.mandates) ? { mandates: hal(`${self}/mandates`) } : {}),
      ...(own(sandbox.store.payments) ? { payments: hal(`${self}/payments`) } : {}),
      documentation,
    },
  };
}

export function presentMandate(sandbox: Sandbox, mandate: StoredMandate) {
  const parent = customerPath(sandbox, mandate.customerId);
  return {
    resource: 'mandate',
    id: mandate.id,
    mode: 'test',
    status: mandate.status,
    method: mandate.method,
    details: mandate.details ?? {},
    mandateReference: mandate.mandateReference,
    signatureDate: mandate.signatureDate,
    customerId: mandate.customerId,
    createdAt: mandate.createdAt,
    scopes: ['customer-not-present'],
    _links: { self: hal(`${parent}/mandates/${mandate.id}`), customer: hal(parent), documentation },
  };
}

/** Returns a list as a single page. */
export function presentList(
  href: string,
  name: 'refunds' | 'chargebacks' | 'mandates' | 'customers',
  items: readonly unknown[],
) {
  return {
    count: items.length,
    _embedded: { [name]: items },
    _links: { self: hal(href), previous: null, next: null, documentation },
  };
}
