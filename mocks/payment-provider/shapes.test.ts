import Type, { type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from './testing.ts';

/** Responses have the fields that the API reference requires, in its formats, and no unknown fields. */

const closed = { additionalProperties: false };
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const Text = nullable(Type.String());
const Moment = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$` });
const Amount = Type.Object(
  { currency: Type.String({ pattern: '^[A-Z]{3}$' }), value: Type.String({ pattern: String.raw`^\d+(\.\d\d)?$` }) },
  closed,
);
const Link = Type.Object(
  { href: Type.String({ pattern: '^https?://' }), type: Type.Enum(['application/hal+json', 'text/html']) },
  closed,
);
const id = (prefix: string) => Type.String({ pattern: `^${prefix}_[A-Za-z0-9]+$` });
const optional = (schema: TSchema, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)]));
const links = (required: string[], ...others: string[]) =>
  Type.Object({ ...Object.fromEntries(required.map((name) => [name, Link])), ...optional(Link, ...others) }, closed);

const Payment = Type.Object(
  {
    resource: Type.Literal('payment'),
    id: id('tr'),
    mode: Type.Enum(['live', 'test']),
    createdAt: Moment,
    amount: Amount,
    description: Type.String({ maxLength: 255 }),
    method: Text,
    metadata: Type.Unknown(),
    status: Type.Enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
    isCancelable: Type.Optional(Type.Boolean()),
    locale: Text,
    profileId: id('pfl'),
    sequenceType: Type.Enum(['oneoff', 'first', 'recurring']),
    redirectUrl: Text,
    cancelUrl: Text,
    webhookUrl: Text,
    customerId: Type.Optional(id('cst')),
    mandateId: Type.Optional(id('mdt')),
    ...optional(Amount, 'amountRefunded', 'amountRemaining', 'amountChargedBack', 'settlementAmount'),
    ...optional(Moment, 'paidAt', 'canceledAt', 'failedAt', 'expiredAt', 'authorizedAt', 'expiresAt'),
    details: Type.Optional(
      Type.Object(
        {
          ...optional(
            Text,
            'cardNumber',
            'cardFingerprint',
            'cardHolder',
            'cardAudience',
            'cardLabel',
            'cardCountryCode',
          ),
          ...optional(Text, 'cardFunding', 'cardSecurity', 'feeRegion', 'failureReason', 'failureMessage'),
          ...optional(Text, 'bankName', 'bankAccount', 'bankBic', 'transferReference', 'creditorIdentifier', 'dueDate'),
          ...optional(Text, 'signatureDate', 'bankReasonCode', 'bankReason'),
          ...optional(Text, 'consumerName', 'consumerAccount', 'consumerBic'),
        },
        closed,
      ),
    ),
    _links: links(
      ['self', 'dashboard', 'documentation'],
      'checkout',
      'changePaymentState',
      'refunds',
      'chargebacks',
      'customer',
      'mandate',
    ),
  },
  closed,
);

const Customer = Type.Object(
  {
    resource: Type.Literal('customer'),
    id: id('cst'),
    mode: Type.Enum(['live', 'test']),
    name: Text,
    email: Text,
    locale: Text,
    metadata: Type.Unknown(),
    createdAt: Moment,
    _links: links(['self', 'dashboard', 'documentation'], 'mandates', 'payments'),
  },
  closed,
);

const Mandate = Type.Object(
  {
    resource: Type.Literal('mandate'),
    id: id('mdt'),
    mode: Type.Enum(['live', 'test']),
    status: Type.Enum(['valid', 'pending', 'invalid']),
    method: Type.Enum(['creditcard', 'directdebit', 'paypal']),
    details: Type.Object(
      optional(
        Text,
        'consumerName',
        'consumerAccount',
        'consumerBic',
        'cardHolder',
        'cardNumber',
        'cardLabel',
        'cardFingerprint',
        'cardExpiryDate',
      ),
      closed,
    ),
    mandateReference: Text,
    signatureDate: nullable(Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` })),
    customerId: id('cst'),
    scopes: Type.Array(Type.Enum(['customer-present', 'customer-not-present'])),
    createdAt: Moment,
    _links: links(['self', 'customer', 'documentation']),
  },
  closed,
);

const back = { id: Type.String(), amount: Amount, createdAt: Moment, paymentId: id('tr') };
const Refund = Type.Object(
  {
    ...back,
    resource: Type.Literal('refund'),
    mode: Type.Enum(['live', 'test']),
    description: Type.String(),
    metadata: Type.Unknown(),
    status: Type.Enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
    _links: links(['self', 'payment', 'documentation']),
  },
  closed,
);
const Chargeback = Type.Object(
  {
    ...back,
    resource: Type.Literal('chargeback'),
    reason: nullable(Type.Object({ code: Type.String(), description: Type.String() }, closed)),
    reversedAt: nullable(Moment),
    _links: links(['self', 'payment', 'documentation']),
  },
  closed,
);

const buildListShape = (name: string, item: TSchema) =>
  Type.Object(
    {
      count: Type.Integer(),
      _embedded: Type.Object({ [name]: Type.Array(item) }, closed),
      _links: Type.Object({ self: Link, previous: nullable(Link), next: nullable(Link), documentation: Link }, closed),
    },
    closed,
  );

function expectShape(schema: TSchema, value: unknown): void {
  expect([...Compile(schema).Errors(value)].map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual(
    [],
  );
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const post = async (path: string, body: object) => (await sandbox.call('POST', path, body)).body;
const read = async (path: string) => (await sandbox.call('GET', path)).body;

it('customers, mandates and their payments have the fields of the API reference and no others', async () => {
  const customer = await post('/v2/customers', { locale: 'fi_FI', metadata: { member_id: 'm' } });
  expectShape(Customer, customer);
  const whose = { customerId: customer['id'] as string };
  const first = await sandbox.create({ ...whose, sequenceType: 'first', method: 'creditcard' });
  expectShape(Payment, first);
  await sandbox.press(first['id'], 'pay');
  expectShape(Payment, await read(`/v2/payments/${first['id']}`));
  const debit = { method: 'directdebit', consumerName: 'A. B.', consumerAccount: 'NL55INGB0000000000' };
  const mandate = await post(`/v2/customers/${whose.customerId}/mandates`, debit);
  expectShape(Mandate, mandate);
  for (const mandateId of [first['mandateId'], mandate['id']] as string[]) {
    const fields = { amount: first['amount'], description: 'again', sequenceType: 'recurring', mandateId };
    expectShape(Payment, await post('/v2/payments', { ...whose, ...fields }));
  }
  expectShape(buildListShape('mandates', Mandate), await read(`/v2/customers/${whose.customerId}/mandates`));
  expectShape(buildListShape('customers', Customer), await read('/v2/customers'));
  expectShape(buildListShape('payments', Payment), await read('/v2/payments?limit=2'));
});

it('refunds and chargebacks have the fields of the API reference and no others', async () => {
  const { id: payment } = await sandbox.create();
  await sandbox.press(payment, 'pay');
  const half = { amount: { currency: 'EUR', value: '7.00' } };
  expectShape(Refund, await post(`/v2/payments/${payment}/refunds`, half));
  expectShape(Chargeback, await post(`/control/payments/${payment}/chargeback`, { ...half, reason: 'MD06' }));
  expectShape(buildListShape('refunds', Refund), await read(`/v2/payments/${payment}/refunds`));
  expectShape(buildListShape('chargebacks', Chargeback), await read(`/v2/payments/${payment}/chargebacks`));
  expectShape(Payment, await read(`/v2/payments/${payment}`));
});

it('bank transfers have the fields of the API reference and no others', async () => {
  expectShape(Payment, await sandbox.create({ method: 'banktransfer' }));
});
