import Type from 'typebox';

import { Currency, DateTime, IdempotencyKey, PaymentId, Id, nullable } from '../platform/common.ts';
import { declarationLengthMax } from './limits.ts';
import { defineOperation } from '../platform/operation.ts';

/**
 * `used_up`: nothing is left to refund. `confirmed`: the refund is being requested. `refunding`: the provider has the
 * refund. `by_hand`: the method cannot refund, so support pays the money back.
 */
const withdrawalStates = ['open', 'expired', 'used_up', 'confirmed', 'refunding', 'by_hand', 'refunded'] as const;

/** A withdrawal. Money is in minor units of `currency`. */
export const Withdrawal = Type.Object({
  payment: PaymentId,
  bought_at: DateTime,
  credits: Type.Integer({ minimum: 1, description: 'number of credits bought' }),
  unused: Type.Integer({ minimum: 0, description: 'number unused, now or when the withdrawal was confirmed' }),
  price: Type.Integer({ minimum: 0, description: 'price paid' }),
  amount: Type.Integer({ minimum: 0, description: 'amount of the refund' }),
  currency: Currency,
  whole: Type.Boolean({ description: 'whether the full price is refunded, as the buyer never asked to begin at once' }),
  by_hand: Type.Boolean({ description: 'whether support makes the refund, because it cannot be automatic' }),
  last_day: Type.String({ description: 'last day of the period where the member lives, as YYYY-MM-DD' }),
  ends_at: DateTime,
  state: Type.Enum([...withdrawalStates]),
  failed: Type.Boolean({ description: 'whether an earlier refund failed and its credits were returned' }),
  declared_at: nullable(DateTime),
});

const Line = Type.String({ minLength: 1, maxLength: 100 });

export const withdrawalOperations = {
  getWithdrawal: defineOperation({
    summary:
      'Returns the refund for withdrawing from a purchase of the member, the deadline and the state of the withdrawal.',
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({ payment: PaymentId }),
    output: Withdrawal,
    errors: ['payment.not-found'],
    limit: 'read',
  }),
  listWithdrawals: defineOperation({
    summary: "Lists the member's purchases of the last 100 days with the refunds for withdrawing from them.",
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ withdrawals: Type.Array(Withdrawal) }),
    errors: [],
    limit: 'read',
  }),
  getPayBack: defineOperation({
    summary:
      'Returns what the member would get back for unused, bought credits when leaving after saying no to changed terms.',
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({
      credits: Type.Integer({ minimum: 0, description: 'unused credits that were bought' }),
      sums: Type.Array(
        Type.Object({ currency: Currency, amount: Type.Integer({ minimum: 0, description: 'in minor units' }) }),
        { description: 'one amount for each currency' },
      ),
      by_hand: Type.Boolean({ description: 'whether support makes a part of the refund' }),
      refused: Type.Boolean({
        description: 'whether the member has said no to changed terms, so that leaving now would pay this back',
      }),
    }),
    errors: [],
    limit: 'read',
  }),
  withdraw: defineOperation({
    summary:
      'Withdraws from a purchase: removes its unused credits, emails an acknowledgment and refunds the money. At most once per purchase.',
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({ payment: PaymentId, idempotency_key: IdempotencyKey }),
    output: Withdrawal,
    errors: [
      'payment.not-found',
      'withdrawal.not-paid',
      'withdrawal.done',
      'withdrawal.expired',
      'withdrawal.nothing-left',
      'request.key-reused',
    ],
    limit: 'order',
  }),
  declareWithdrawal: defineOperation({
    summary:
      'Accepts a declaration of withdrawal without a login and acknowledges it by email, whether or not it matches an order.',
    source: 'payments module: withdrawal',
    audience: 'anyone',
    input: Type.Object({
      name: Line,
      email: Type.String({ maxLength: 254 }),
      order_number: Type.Optional(Type.String({ maxLength: 40 })),
      ordered_on: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD' })),
      declaration: Type.Optional(Type.String({ maxLength: declarationLengthMax })),
      idempotency_key: IdempotencyKey,
    }),
    output: Type.Object({ received_at: DateTime }),
    errors: ['email.invalid', 'request.key-reused'],
    limit: 'mail',
  }),
  confirmDeclaration: defineOperation({
    summary: 'Confirms a declaration with the link that was emailed to the address of the account.',
    source: 'payments module: withdrawal',
    audience: 'anyone',
    input: Type.Object({ request: Id, token: Type.String({ maxLength: 100 }) }),
    output: Withdrawal,
    errors: ['link.expired', 'withdrawal.done', 'withdrawal.expired', 'withdrawal.nothing-left', 'withdrawal.not-paid'],
    limit: 'token',
  }),
};

export type Withdrawal = Type.Static<typeof Withdrawal>;
