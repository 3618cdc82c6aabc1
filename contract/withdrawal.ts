import Type from 'typebox';

import { Currency, DateTime, Id, IdempotencyKey, nullable } from './common.ts';
import { declarationLengthMax } from './limits.ts';
import { defineOperation } from './operation.ts';

/**
 * States of a withdrawal. `open`: possible now. `expired`: the period is over. `used_up`: nothing is left to refund.
 * `confirmed`: declared, and the refund is being requested. `refunding`: the payment provider has the refund.
 * `by_hand`: the method cannot refund, so support pays the money back. `refunded`: done.
 */
export const withdrawalStates = [
  'open',
  'expired',
  'used_up',
  'confirmed',
  'refunding',
  'by_hand',
  'refunded',
] as const;

/** The refund that a withdrawal from a purchase would give or has given. Money is in minor units of `currency`. */
export const Withdrawal = Type.Object({
  payment: Id,
  bought_at: DateTime,
  credits: Type.Integer({ minimum: 1, description: 'how many were bought' }),
  unused: Type.Integer({ minimum: 0, description: 'how many of them are unused, or were when it was confirmed' }),
  price: Type.Integer({ minimum: 0, description: 'what was paid' }),
  amount: Type.Integer({ minimum: 0, description: 'what is paid back' }),
  currency: Currency,
  whole: Type.Boolean({ description: 'the whole price, because the buyer never asked to begin at once' }),
  by_hand: Type.Boolean({ description: 'the method cannot be refunded by itself: support pays back' }),
  last_day: Type.String({ description: 'last day of the period, as YYYY-MM-DD where the member lives' }),
  ends_at: DateTime,
  state: Type.Enum([...withdrawalStates]),
  failed: Type.Boolean({ description: 'an earlier refund did not get through, and the credits came back' }),
  declared_at: nullable(DateTime),
});

const Line = Type.String({ minLength: 1, maxLength: 100 });

export const withdrawalOperations = {
  getWithdrawal: defineOperation({
    summary: 'Says what withdrawing from a purchase of the member would pay back, until when, and where it stands.',
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({ payment: Id }),
    output: Withdrawal,
    errors: ['payment.not-found'],
    limit: 'read',
  }),
  listWithdrawals: defineOperation({
    summary: "Lists the member's purchases of the last 100 days with what withdrawing from them would pay back.",
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ withdrawals: Type.Array(Withdrawal) }),
    errors: [],
    limit: 'read',
  }),
  withdraw: defineOperation({
    summary:
      'Withdraws from a purchase: its unused credits go, a receipt is mailed, and the money is refunded. At most once per purchase.',
    source: 'payments module: withdrawal',
    audience: 'member',
    input: Type.Object({ payment: Id, idempotency_key: IdempotencyKey }),
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
      'Takes a declaration of withdrawal without a login, and acknowledges it by mail whether it matches an order or not.',
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
    summary: 'Confirms a declaration by the link that was mailed to the address of the account.',
    source: 'payments module: withdrawal',
    audience: 'anyone',
    input: Type.Object({ request: Id, token: Type.String({ maxLength: 100 }) }),
    output: Withdrawal,
    errors: ['link.expired', 'withdrawal.done', 'withdrawal.expired', 'withdrawal.nothing-left', 'withdrawal.not-paid'],
    limit: 'token',
  }),
};

export type Withdrawal = Type.Static<typeof Withdrawal>;
