import Type from 'typebox';

import {
  CardId,
  CountryCode,
  Credits,
  Currency,
  DateTime,
  DebitId,
  IdempotencyKey,
  Minor,
  Ok,
  PaymentId,
  nullable,
  pageEnd,
} from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';
import { DiscountCodeText } from '../discounts/operations.ts';
import { methodIds } from './payment-methods.ts';
import { Spending } from './spending.ts';
import { taxNames } from './tax-names.ts';

const paymentStates = ['loading', 'pending', 'completed', 'failed'] as const;

export const PaymentMethodId = Type.Enum([...methodIds]);

/** Orders must ask for credits before the withdrawal period ends: credits used and refunded in full would be free. */
export const BeginAtOnce = Type.Literal(true, {
  description:
    'request to begin at once, part of every order: the buyer asks for the credits before the withdrawal period ends and knows that used credits are not refunded; `false` is refused',
});

const Tax = Type.Enum([...taxNames], { description: 'name of the tax where the buyer lives' });
const VatRate = Type.Integer({ minimum: 0, description: 'tax rate in hundredths of a percent' });

const ListAmount = Type.Integer({
  minimum: 0,
  description:
    'price before the discount, which is the lowest of the last 30 days; without a discount, same as `amount`',
});

export const Transfer = Type.Object(
  { iban: Type.String(), bic: Type.String(), holder: Type.String(), reference: Type.String() },
  { description: 'bank account and reference for a wire transfer' },
);

/** A payment (specification, section 3). Money is in minor units of `currency`. */
export const Payment = Type.Object({
  payment_id: PaymentId,
  bundle: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  paymentmethod: PaymentMethodId,
  list_amount: ListAmount,
  amount: Type.Integer({ minimum: 0, description: 'price without the fee' }),
  discount_code: nullable(Type.String()),
  transaction_fee: Minor,
  tax: Tax,
  vat_rate: VatRate,
  vat_amount: Type.Integer({ minimum: 0, description: 'tax included in `amount` and `transaction_fee`' }),
  currency: Currency,
  by_stored_card: Type.Boolean({ description: 'whether a stored card was charged, without a pay page' }),
  status: Type.Enum([...paymentStates]),
  offer_used: Type.Boolean({ description: 'whether another order had used its discount first: `failed` and refunded' }),
  can_cancel: Type.Boolean({ description: 'whether the member can still cancel the order' }),
  transfer: nullable(Transfer),
  checking: Type.Boolean({ description: 'whether the payment does not match the order and is under review' }),
  paid_back: Type.Boolean({ description: 'whether the payment did not match the order and was returned: `failed`' }),
  refunded: Type.Integer({ minimum: 0, description: 'amount refunded by the operator' }),
  charged_back: Type.Integer({ minimum: 0, description: 'amount charged back by a bank' }),
  reversed: Type.Integer({ minimum: 0, description: 'sum of `refunded` and `charged_back`' }),
  created_at: DateTime,
  settled_at: nullable(DateTime),
  receipt: nullable(Type.String({ description: 'number of the receipt as printed; null until it exists' })),
});

export const OrderDiscount = Type.Object({
  code: Type.String(),
  percentage: Type.Number({ description: 'reduction of the lowest price of the last 30 days, in percent' }),
  expires: nullable(DateTime),
});

const MessageAmount = Type.Integer({ description: 'price of one message in minor units, rounded up' });

/** A bundle with its price and, for members, the price after their discount. Money is in minor units of `currency`. */
export const Bundle = Type.Object({
  id: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  amount: Minor,
  currency: Currency,
  messages: Type.Integer({ description: 'number of messages that the bundle pays for' }),
  message_amount: MessageAmount,
  reduced: nullable(
    Type.Object({ discount: OrderDiscount, list_amount: ListAmount, amount: Minor, message_amount: MessageAmount }),
  ),
});

const MethodsMissing = Type.Boolean({ description: 'whether methods are missing because a provider does not respond' });

const DiscountHeldBy = nullable({
  ...PaymentId,
  description: "open order that holds the member's first-purchase discount",
});

export const RequestVersion = Type.String({
  maxLength: 64,
  description:
    '`version` of the request to begin at once that was shown; the order is refused if its words have changed',
});

/** The current price of an order, as the confirmation shows it. Money is in minor units of `currency`. */
export const OrderPrice = Type.Object({
  bundle: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  country: CountryCode,
  currency: Currency,
  list_amount: ListAmount,
  amount: Type.Integer({ minimum: 0, description: 'price with the discount' }),
  discount: nullable(OrderDiscount),
  discount_held_by: DiscountHeldBy,
  transaction_fee: Minor,
  total: Type.Integer({ minimum: 0, description: 'amount to charge' }),
  tax_region: nullable(Type.String({ description: 'region of the country with a tax rate of its own' })),
  tax: Tax,
  vat_rate: VatRate,
  vat_amount: Type.Integer({ minimum: 0, description: 'tax included in `total`' }),
  messages: Type.Integer({ description: 'number of messages that the bundle pays for' }),
  message_amount: MessageAmount,
  refund_days: Type.Integer(),
  request: nullable(
    Type.Object(
      { text: Type.String(), version: Type.String() },
      { description: 'request to begin at once, as the buyer must be shown it; null without a right of withdrawal' },
    ),
  ),
});

export const paymentsOperations = {
  listBundles: defineOperation({
    summary: 'Lists the bundles with their prices in a country, and the payment methods that are available there now.',
    source: 'specification, sections 1 and 9',
    audience: 'anyone',
    input: Type.Object({
      country: Type.Optional(CountryCode),
      discount_code: Type.Optional({
        ...DiscountCodeText,
        description: 'code to apply instead of the discount that the member already has; ignored if it is not valid',
      }),
    }),
    output: Type.Object({
      bundles: Type.Array(Bundle),
      paymentmethods: Type.Array(PaymentMethodId),
      methods_missing: MethodsMissing,
      discount_held_by: DiscountHeldBy,
      country: CountryCode,
      next_country: nullable(
        Type.Object(
          { country: CountryCode, from: DateTime },
          { description: 'next country, and when its prices begin' },
        ),
      ),
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
    summary: 'Lists the payment methods that are available now in the country of the member or visitor.',
    source: 'specification, section 2: the footer',
    audience: 'anyone',
    input: Type.Object({}),
    output: Type.Object({
      country: CountryCode,
      paymentmethods: Type.Array(PaymentMethodId),
      methods_missing: MethodsMissing,
    }),
    errors: [],
    limit: 'read',
  }),
  priceOrder: defineOperation({
    summary: 'Returns what an order of a bundle would cost the member now, with tax and discount.',
    source: 'specification, section 2: payment confirmation',
    audience: 'member',
    input: Type.Object({
      bundle: Type.String({ maxLength: 40 }),
      discount_code: Type.Optional(DiscountCodeText),
      debit: Type.Optional({
        ...DebitId,
        description: 'direct debit to pay with; its account may have used the discount',
      }),
      stored_card: Type.Optional({
        ...CardId,
        description: 'stored card to pay with, which may have used the discount',
      }),
    }),
    output: Type.Object({
      ...OrderPrice.properties,
      spending: Spending,
      discount_used_by_account: Type.Boolean({ description: 'whether that card or account has used the discount' }),
    }),
    errors: ['bundle.not-found', 'card.not-found', 'code.not-found', 'code.used', 'debit.not-found'],
    limit: 'read',
  }),
  createPayment: defineOperation({
    summary:
      'Orders a bundle at its current price, which the order keeps, and requests its credits at once, before the withdrawal period ends. Creates at most one payment per idempotency key.',
    source: 'specification, sections 3 and 4',
    audience: 'member',
    input: Type.Object({
      bundle: Type.String({ maxLength: 40 }),
      paymentmethod: PaymentMethodId,
      discount_code: Type.Optional({
        ...DiscountCodeText,
        description:
          'code of the discount that the member was shown; the order is refused if it is no longer valid. By default, the discount that the member has',
      }),
      begin_at_once: Type.Optional(BeginAtOnce),
      request_version: Type.Optional(RequestVersion),
      total: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'total that the buyer confirmed, in minor units; the order is refused if the price has changed',
        }),
      ),
      store_card: Type.Optional(
        Type.Boolean({
          description: 'whether to store the card for later orders, as the buyer requests; ignored for other methods',
        }),
      ),
      stored_card: Type.Optional({
        ...CardId,
        description:
          'stored card to charge at once, without a pay page; `paymentmethod` must be the method of the card',
      }),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({ payment: Payment, redirect_url: nullable(Type.String()) }),
    errors: [
      'bundle.not-found',
      'card.not-chargeable',
      'code.not-found',
      'code.used',
      'payment.in-progress',
      'payment.method',
      'payment.price-changed',
      'payment.provider',
      'payment.limit',
      'request.key-reused',
    ],
    limit: 'order',
  }),
  getPayment: defineOperation({
    summary: 'Returns a payment of the member, by default the latest one.',
    source: 'specification, section 4',
    audience: 'member',
    effect: true,
    input: Type.Object({ id: Type.Optional(PaymentId) }),
    output: Type.Object({
      payment: Payment,
      redirect_url: nullable(Type.String()),
      account_wanted: Type.Boolean({ description: 'whether the buyer has to name a bank account for the refund' }),
      credits: Credits,
      paid_user: Type.Boolean(),
    }),
    errors: ['payment.not-found'],
    limit: 'read',
  }),
  cancelPayment: defineOperation({
    summary:
      'Cancels an order that is not paid yet, also at its provider if possible. Its discount is available to other orders at once; a payment that still arrives counts. Takes effect once per idempotency key.',
    source: 'specification, section 4: payment',
    audience: 'member',
    input: Type.Object({ id: PaymentId, idempotency_key: IdempotencyKey }),
    output: Type.Object({ payment: Payment }),
    errors: ['payment.not-found', 'payment.not-cancellable', 'request.key-reused'],
    limit: 'write',
  }),
  getReceipt: defineOperation({
    summary:
      'Returns the receipt of a payment of the member as a PDF or, with `entry`, another document of the payment, such as a credit note.',
    source: 'payments module: receipts',
    audience: 'member',
    input: Type.Object({
      payment: PaymentId,
      entry: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'number of the document; by default 1, the purchase' }),
      ),
    }),
    output: Type.Object({ filename: Type.String(), content: Type.String() }),
    file: 'application/pdf',
    errors: ['receipt.not-found'],
    limit: 'lookup',
  }),
  listPayments: defineOperation({
    summary: 'Lists the orders of the member, latest first. Pass `before` from one page to get the next.',
    source: 'specification, section 2: transactions',
    audience: 'member',
    input: Type.Object({ before: Type.Optional(pageEnd()) }),
    output: Type.Object({ payments: Type.Array(Payment), before: nullable(pageEnd()) }),
    errors: [],
    limit: 'read',
  }),
  handlePaymentWebhook: defineOperation({
    summary:
      'Reports that a payment may have changed. Anybody can send this, so the server asks the provider for the state.',
    source: 'payments module: settling',
    audience: 'anyone',
    webhook: true,
    body: 'form',
    query: ['provider'],
    signatureHeader: 'stripe-signature',
    input: Type.Object({
      provider: Type.String({ maxLength: 40 }),
      id: Type.Optional(Type.String({ maxLength: 100 })),
      payload: Type.Optional(Type.String({ description: 'raw body of a signed webhook, which names the payment' })),
      signature: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    output: Ok,
    errors: [],
    limit: 'webhook',
  }),
};

export type Payment = Type.Static<typeof Payment>;
export type Bundle = Type.Static<typeof Bundle>;
export type OrderPrice = Type.Static<typeof OrderPrice>;
