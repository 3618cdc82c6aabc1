import { accountDetails, accountMethods, cardMethods, chooseCard, mandateDetails, paymentDetails } from './cards.ts';
import { writeMoment } from './errors.ts';
import { ApiError, unprocessable, readFields } from '../shared/fields.ts';
import { randomId } from '../shared/ids.ts';
import { findMethod } from '../shared/pay-page.ts';
import type { Sandbox, NewPayment, StoredMandate, StoredPayment } from './store.ts';

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const datePattern = /^\d{4}-\d\d-\d\d$/;

function store(
  sandbox: Sandbox,
  fields: Pick<StoredMandate, 'customerId' | 'method' | 'status'> & Partial<StoredMandate>,
): StoredMandate {
  const mandate: StoredMandate = {
    id: randomId('mdt'),
    createdAt: writeMoment(sandbox.now()),
    details: null,
    mandateReference: null,
    signatureDate: null,
    failure: null,
    ...fields,
  };
  sandbox.store.mandates.set(mandate.id, mandate);
  return mandate;
}

/** Creates a direct debit mandate from the body of `POST /v2/customers/{id}/mandates`. Throws 422 with the field. */
export function createDebitMandate(sandbox: Sandbox, customerId: string, body: unknown): StoredMandate {
  const { method, consumerName, consumerAccount, consumerBic, signatureDate, mandateReference } = readFields(body);
  if (method !== 'directdebit') throw unprocessable('method', 'Only direct debit mandates can be created.');
  if (typeof consumerName !== 'string' || consumerName === '') {
    throw unprocessable('consumerName', 'The name is required.');
  }
  if (typeof consumerAccount !== 'string' || !ibanPattern.test(consumerAccount)) {
    throw unprocessable('consumerAccount', 'The account is not an IBAN.');
  }
  if (!findMethod('directdebit')?.countries?.includes(consumerAccount.slice(0, 2))) {
    throw unprocessable('consumerAccount', 'The country of the account is not supported.');
  }
  const today = new Date(sandbox.now()).toISOString().slice(0, 10);
  const signedOn = signatureDate ?? today;
  if (typeof signedOn !== 'string' || !datePattern.test(signedOn)) {
    throw unprocessable('signatureDate', 'The date has to be YYYY-MM-DD.');
  }
  const bic = typeof consumerBic === 'string' ? consumerBic : null;
  return store(sandbox, {
    customerId,
    method: 'directdebit',
    status: 'valid',
    details: { consumerName, consumerAccount, consumerBic: bic },
    mandateReference: typeof mandateReference === 'string' ? mandateReference : null,
    signatureDate: signedOn,
  });
}

export function getMandate(sandbox: Sandbox, customerId: string, id: string): StoredMandate {
  const mandate = sandbox.store.mandates.get(id);
  if (mandate?.customerId !== customerId) throw new ApiError(404, `No mandate exists with token ${id}.`);
  return mandate;
}

/**
 * Returns a pending mandate for a first payment, a valid one for a recurring payment (422 if there is none), or else
 * null.
 */
export function mandateFor(sandbox: Sandbox, fields: NewPayment): StoredMandate | null {
  const { sequenceType, customerId, mandateId } = fields;
  if (customerId === null) return null;
  if (!sandbox.store.customers.has(customerId)) throw unprocessable('customerId', 'The customer does not exist.');
  if (sequenceType === 'oneoff') return null;
  if (sequenceType === 'first') {
    if (!cardMethods.has(fields.method)) {
      throw unprocessable('method', 'The payment method is not enabled for first payments.');
    }
    return store(sandbox, { customerId, method: 'creditcard', status: 'pending' });
  }
  const own = [...sandbox.store.mandates.values()].filter((mandate) => mandate.customerId === customerId);
  const fitting = own.find(
    ({ id, status, method }) =>
      status === 'valid' &&
      (mandateId === null || mandateId === id) &&
      (fields.method === null ||
        fields.method === method ||
        (method === 'creditcard' && cardMethods.has(fields.method))),
  );
  if (!fitting) throw unprocessable('mandateId', 'No suitable mandate exists for this customer.');
  return fitting;
}

/** Updates a first payment's mandate and account details to match its status. `means`: a test card's id, or an IBAN. */
export function applyMeans(sandbox: Sandbox, payment: StoredPayment, means: string | undefined): void {
  const mandate = payment.mandateId === null ? undefined : sandbox.store.mandates.get(payment.mandateId);
  if (payment.status === 'paid' && payment.details === null && cardMethods.has(payment.method)) {
    const card = chooseCard(means);
    payment.details = paymentDetails(payment, mandateDetails(card), null);
    if (mandate && payment.sequenceType === 'first') {
      mandate.details = mandateDetails(card);
      mandate.status = card.mandate;
      mandate.failure = card.failure;
    }
  }
  if (payment.status === 'paid' && accountMethods.has(payment.method) && !payment.details?.['consumerAccount'])
    payment.details = { ...payment.details, ...accountDetails(means) };
  const ended = payment.status === 'canceled' || payment.status === 'expired' || payment.status === 'failed';
  if (ended && mandate && payment.sequenceType === 'first') mandate.status = 'invalid';
}
