import { fromMinor } from '../shared/fields.ts';
import { documentation, hal, html } from './errors.ts';
import { isUnderWay } from '../shared/payments.ts';
import { chargedBackMinor, isCancelable, refundedMinor, getRefundable } from './payments.ts';
import type { Sandbox, StoredChargeback, StoredCustomer, StoredMandate, StoredPayment, StoredRefund } from './store.ts';

function presentAmounts(payment: StoredPayment) {
  if (payment.status !== 'paid') return {};
  const { currency } = payment.amount;
  const chargedBack = chargedBackMinor(payment);
  return {
    amountRefunded: fromMinor(refundedMinor(payment), currency),
    amountRemaining: getRefundable(payment),
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

export function presentPayment(sandbox: Sandbox, payment: StoredPayment) {
  const { moment, plan: _plan, refunds: _refunds, chargebacks: _chargebacks, ...fields } = payment;
  const { expiresAt, customerId, mandateId, details, ...always } = fields;
  return {
    resource: 'payment',
    ...always,
    ...moment,
    ...presentAmounts(payment),
    ...(isUnderWay(payment) ? { isCancelable: isCancelable(payment) } : {}),
    ...(payment.status === 'open' ? { expiresAt } : {}),
    ...Object.fromEntries(Object.entries({ customerId, mandateId, details }).filter(([, value]) => value !== null)),
    _links: presentPaymentLinks(sandbox, payment),
  };
}

function presentPart<Part extends { id: string }>(
  sandbox: Sandbox,
  paymentId: string,
  resource: 'refund' | 'chargeback',
  part: Part,
) {
  const parent = `${sandbox.address}/v2/payments/${paymentId}`;
  const links = { self: hal(`${parent}/${resource}s/${part.id}`), payment: hal(parent), documentation };
  return { resource, ...part, paymentId, _links: links };
}

export const presentRefund = (sandbox: Sandbox, { id, mode }: StoredPayment, refund: StoredRefund) =>
  presentPart(sandbox, id, 'refund', { mode, ...refund });

export const presentChargeback = (sandbox: Sandbox, { id }: StoredPayment, chargeback: StoredChargeback) =>
  presentPart(sandbox, id, 'chargeback', chargeback);

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
  const { failure: _failure, details, ...shown } = mandate;
  return {
    resource: 'mandate',
    mode: 'test',
    ...shown,
    details: details ?? {},
    scopes: ['customer-not-present'],
    _links: { self: hal(`${parent}/mandates/${mandate.id}`), customer: hal(parent), documentation },
  };
}

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
