import type { FastifyInstance } from 'fastify';
import {
  ApiError,
  readAmount,
  readChoice,
  readFields,
  type Amount,
  type Fields,
  unprocessable,
} from '../shared/fields.ts';
import { documentation, hal, writeMoment } from './errors.ts';
import { onceByKey, sequenceTypes, type NewPayment, type Sandbox, type StoredPayment } from './store.ts';
import {
  chargeMandate,
  createRefund,
  describeTransfer,
  expireIfDue,
  getPayment,
  getPart,
  isCancelable,
  notify,
  setStatus,
  settleRefunds,
} from './payments.ts';
import { presentChargeback, presentList, presentPayment, presentRefund } from './present.ts';
import { randomId } from '../shared/ids.ts';
import { mandateFor } from './mandates.ts';
import { findMethod } from '../shared/pay-page.ts';
import { debit, refusal } from './methods.ts';

const defaultLimit = 50;
const highestLimit = 250;

type ListQuery = { from?: string; limit?: string };

function listPayments(sandbox: Sandbox, { from, limit: wanted }: ListQuery) {
  const limit = wanted === undefined ? defaultLimit : Number(wanted);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit) {
    throw new ApiError(400, `The limit has to be a whole number from 1 to ${highestLimit}.`, 'limit');
  }
  const newestFirst = [...sandbox.store.payments.values()].toReversed();
  const start = from === undefined ? 0 : newestFirst.findIndex(({ id }) => id === from);
  if (start === -1) throw new ApiError(400, 'No payment exists with this id.', 'from');
  const page = newestFirst.slice(start, start + limit);
  for (const payment of page) expireIfDue(sandbox, payment);
  const path = `${sandbox.address}/v2/payments`;
  const link = (id: string | undefined) => (id === undefined ? null : hal(`${path}?from=${id}&limit=${limit}`));
  return {
    count: page.length,
    _embedded: { payments: page.map((payment) => presentPayment(sandbox, payment)) },
    _links: {
      self: link(page[0]?.id) ?? hal(path),
      previous: start > 0 ? link(newestFirst[Math.max(0, start - limit)]?.id) : null,
      next: link(newestFirst[start + limit]?.id),
      documentation,
    },
  };
}

export function addPaymentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/v2/payments', async (request, reply) => {
    let charged: StoredPayment | undefined;
    const id = onceByKey(sandbox, request, () => {
      const made = createPayment(sandbox, readNewPayment(request.body));
      if (made.sequenceType === 'recurring') charged = made;
      return made;
    });
    if (charged) notify(sandbox, charged);
    void reply.code(201);
    return presentPayment(sandbox, getPayment(sandbox, id));
  });

  app.get<{ Querystring: ListQuery }>('/v2/payments', (request) => listPayments(sandbox, request.query));

  app.get<{ Params: { id: string } }>('/v2/payments/:id', (request) =>
    presentPayment(sandbox, getPayment(sandbox, request.params.id)),
  );

  app.delete<{ Params: { id: string } }>('/v2/payments/:id', (request) => {
    const payment = getPayment(sandbox, request.params.id);
    if (!isCancelable(payment)) throw unprocessable('id', `The payment is ${payment.status} and cannot be canceled.`);
    setStatus(sandbox, payment, 'canceled');
    notify(sandbox, payment);
    return presentPayment(sandbox, payment);
  });
}

/** The sandbox's only profile id. Payments carry it so that a receiver can recognize its own payments. */
const sandboxProfileId = 'pfl_Tealight01';

const openMinutes = 60;

/** Creates a payment: open, or charged at once if it is a recurring one. */
function createPayment(sandbox: Sandbox, fields: NewPayment): StoredPayment {
  const now = sandbox.now();
  const minutes = findMethod(fields.method)?.expiresAfterMinutes ?? openMinutes;
  const mandate = mandateFor(sandbox, fields);
  const payment: StoredPayment = {
    id: randomId('tr'),
    mode: 'test',
    profileId: sandboxProfileId,
    createdAt: writeMoment(now),
    expiresAt: writeMoment(now + minutes * 60_000),
    status: 'open',
    moment: {},
    ...fields,
    mandateId: mandate?.id ?? null,
    details: null,
    plan: [],
    refunds: [],
    chargebacks: [],
  };
  sandbox.store.payments.set(payment.id, payment);
  describeTransfer(payment);
  if (mandate && payment.sequenceType === 'recurring') chargeMandate(sandbox, payment, mandate);
  return payment;
}

const locales = new Set(
  (
    'ca_ES da_DK de_AT de_CH de_DE en_GB en_US es_ES fi_FI fr_BE fr_FR hu_HU is_IS it_IT lt_LT lv_LV ' +
    'nb_NO nl_BE nl_NL pl_PL pt_PT sv_SE'
  ).split(' '),
);
const descriptionLength = 255;
const metadataBytes = 1024;
const urlLength = 2000;

function readUrl(value: unknown, field: string, webOnly: boolean): string {
  const url =
    typeof value === 'string' && value.length <= urlLength && URL.canParse(value) ? new URL(value) : undefined;
  // Apps may use their own scheme, but never one that executes in the page.
  const fits =
    url && (webOnly ? /^https?:$/.test(url.protocol) : !/^(javascript|data|vbscript|blob|file):$/.test(url.protocol));
  if (!fits) throw unprocessable(field, 'The URL is invalid.');
  return url.href;
}

const isAbsent = (value: unknown) => value === undefined || value === null;

function readMethod(id: unknown, amount: Amount): string | null {
  if (isAbsent(id)) return null;
  const method = typeof id === 'string' ? findMethod(id) : undefined;
  if (!method) throw unprocessable('method', 'The payment method is invalid.');
  const refused = refusal(method, amount);
  if (refused === 'currency') throw unprocessable('method', 'The payment method does not take this currency.');
  if (refused === 'minimum') throw unprocessable('amount', 'The amount is lower than the minimum.');
  if (refused === 'maximum') throw unprocessable('amount', 'The amount is higher than the maximum.');
  return method.id;
}

export function readLocale(locale: unknown): string | null {
  if (isAbsent(locale)) return null;
  if (typeof locale !== 'string' || !locales.has(locale)) throw unprocessable('locale', 'The locale is invalid.');
  return locale;
}

export function readMetadata(metadata: unknown): unknown {
  if (Buffer.byteLength(JSON.stringify(metadata ?? null)) > metadataBytes) {
    throw unprocessable('metadata', `The metadata is larger than ${metadataBytes} bytes.`);
  }
  return metadata ?? null;
}

function readSequence(fields: Fields): Pick<NewPayment, 'sequenceType' | 'customerId' | 'mandateId'> {
  const sequenceType = readChoice(fields['sequenceType'] ?? 'oneoff', 'sequenceType', sequenceTypes);
  const [customerId, mandateId] = ['customerId', 'mandateId'].map((field) => {
    const id = fields[field] ?? null;
    if (id !== null && typeof id !== 'string') throw unprocessable(field, 'The id is invalid.');
    return id;
  });
  if (sequenceType !== 'oneoff' && !customerId) throw unprocessable('customerId', 'The customer is required.');
  return { sequenceType, customerId: customerId ?? null, mandateId: mandateId ?? null };
}

function readNewPayment(body: unknown): NewPayment {
  const fields = readFields(body);
  const amount = readAmount(fields['amount']);
  const { description, locale, metadata } = fields;
  if (typeof description !== 'string' || description.trim() === '') {
    throw unprocessable('description', 'The description is required.');
  }
  if (description.length > descriptionLength) {
    throw unprocessable('description', `The description is longer than ${descriptionLength} characters.`);
  }
  const { sequenceType, ...whose } = readSequence(fields);
  const redirectUrl = isAbsent(fields['redirectUrl']) ? null : readUrl(fields['redirectUrl'], 'redirectUrl', false);
  if (redirectUrl === null && sequenceType !== 'recurring')
    throw unprocessable('redirectUrl', 'The redirect URL is required.');
  const method = readMethod(fields['method'], amount);
  if (sequenceType === 'oneoff' && method === debit)
    throw unprocessable('method', 'The payment method is not enabled for single payments.');
  return {
    amount,
    description,
    redirectUrl,
    cancelUrl: isAbsent(fields['cancelUrl']) ? null : readUrl(fields['cancelUrl'], 'cancelUrl', false),
    webhookUrl: isAbsent(fields['webhookUrl']) ? null : readUrl(fields['webhookUrl'], 'webhookUrl', true),
    locale: readLocale(locale),
    method,
    metadata: readMetadata(metadata),
    sequenceType,
    ...whose,
  };
}

type OnePayment = { Params: { id: string } };

export function addRefundRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.post<OnePayment>('/v2/payments/:id/refunds', async (request, reply) => {
    const payment = getPayment(sandbox, request.params.id);
    const before = payment.refunds.length;
    const id = onceByKey(sandbox, request, () => createRefund(sandbox, payment, request.body, 'pending'));
    if (payment.refunds.length > before) notify(sandbox, payment);
    void reply.code(201);
    return presentRefund(sandbox, payment, getPart(payment.refunds, id));
  });

  app.get<OnePayment>('/v2/payments/:id/refunds', (request) => {
    const payment = getPayment(sandbox, request.params.id);
    settleRefunds(sandbox, payment);
    const refunds = payment.refunds.toReversed().map((refund) => presentRefund(sandbox, payment, refund));
    return presentList(`${sandbox.address}${request.url}`, 'refunds', refunds);
  });

  app.get<OnePayment>('/v2/payments/:id/chargebacks', (request) => {
    const payment = getPayment(sandbox, request.params.id);
    const items = payment.chargebacks.toReversed().map((chargeback) => presentChargeback(sandbox, payment, chargeback));
    return presentList(`${sandbox.address}${request.url}`, 'chargebacks', items);
  });
}
