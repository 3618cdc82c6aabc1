import Type from 'typebox';

import { CountryCode, Credits, Currency, DateTime, Id, IdempotencyKey, Minor, Ok, nullable } from './common.ts';
import { defineOperation } from './operation.ts';
import { methodIds } from './payment-methods.ts';

export const paymentStates = ['loading', 'pending', 'completed', 'failed'] as const;

export const PaymentMethodId = Type.Enum([...methodIds]);

/** An order and its payment (specification, section 3). Money in minor units of `currency`. */
export const Payment = Type.Object({
  payment_id: Id,
  bundle: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  paymentmethod: PaymentMethodId,
  amount: Minor,
  transaction_fee: Minor,
  currency: Currency,
  status: Type.Enum([...paymentStates]),
  reversed: Type.Integer({ minimum: 0, description: 'what the buyer got back, by refund or chargeback' }),
  created_at: DateTime,
  settled_at: nullable(DateTime),
});

export const Bundle = Type.Object({
  id: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  amount: Minor,
  currency: Currency,
  messages: Type.Integer({ description: 'number of messages it pays for' }),
  message_amount: Type.Integer({ description: 'price of one message in minor units, rounded half up' }),
});

export const paymentsOperations = {
  listBundles: defineOperation({
    summary:
      'Lists the bundles with their prices in a country, and the payment methods that the provider offers there now.',
    source: 'specification, sections 1 and 9',
    audience: 'anyone',
    input: Type.Object({ country: Type.Optional(CountryCode) }),
    output: Type.Object({
      bundles: Type.Array(Bundle),
      paymentmethods: Type.Array(PaymentMethodId),
      country: CountryCode,
      currency: Currency,
      message_credits: Type.Integer(),
      photo_credits: Type.Integer(),
      transaction_fee: Minor,
      refund_days: Type.Integer(),
      credits: nullable(Credits),
    }),
    errors: [],
    limit: 'read',
  }),
  listPaymentMethods: defineOperation({
    summary: 'Lists the payment methods that the provider offers now in the country of the member or visitor.',
    source: 'specification, section 2: the footer',
    audience: 'anyone',
    input: Type.Object({}),
    output: Type.Object({ country: CountryCode, paymentmethods: Type.Array(PaymentMethodId) }),
    errors: [],
    limit: 'read',
  }),
  createPayment: defineOperation({
    summary:
      'Orders a bundle at the current price, which the order keeps. Creates at most one payment per idempotency key.',
    source: 'specification, sections 3 and 4',
    audience: 'member',
    input: Type.Object({
      bundle: Type.String({ maxLength: 40 }),
      paymentmethod: PaymentMethodId,
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({ payment: Payment, redirect_url: nullable(Type.String()) }),
    errors: ['bundle.not-found', 'payment.method', 'payment.provider', 'request.key-reused'],
    limit: 'order',
  }),
  getPayment: defineOperation({
    summary: 'Returns a payment of the member, by default the latest.',
    source: 'specification, section 4',
    audience: 'member',
    effect: true,
    input: Type.Object({ id: Type.Optional(Id) }),
    output: Type.Object({
      payment: Payment,
      redirect_url: nullable(Type.String()),
      credits: Credits,
      paid_user: Type.Boolean(),
    }),
    errors: ['payment.not-found'],
    limit: 'read',
  }),
  notePaymentWebhook: defineOperation({
    summary:
      'Tells that a payment may have changed. Anybody can send this: the server asks the provider for the state.',
    source: 'payments module: settling',
    audience: 'anyone',
    webhook: true,
    body: 'form',
    input: Type.Object({ provider: Type.String({ maxLength: 40 }), id: Type.String({ maxLength: 100 }) }),
    output: Ok,
    errors: [],
    limit: 'webhook',
  }),
};

export type Payment = Type.Static<typeof Payment>;
export type PaymentState = (typeof paymentStates)[number];
export type Bundle = Type.Static<typeof Bundle>;
