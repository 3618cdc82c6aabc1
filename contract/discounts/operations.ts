import Type from 'typebox';

import { CountryCode, Currency, DateTime, Empty, MemberId, Minor, Ok, nullable } from '../platform/common.ts';
import { methodIds } from '../payments/payment-methods.ts';
import { defineOperation } from '../platform/operation.ts';

export const DiscountCodeText = Type.String({ minLength: 1, maxLength: 40 });

/** A discount code (specification, section 3). Only a time bonus has the optional fields. */
export const DiscountCode = Type.Object({
  code: Type.String(),
  percentage: Type.Number(),
  minimum: Type.Integer({ minimum: 0, description: 'minimum price of an order, in minor units of `currency`' }),
  country: nullable(CountryCode),
  currency: nullable(Currency),
  expires: nullable(DateTime),
  status: Type.Literal('active'),
  user_id: Type.Optional(MemberId),
  value_percentage: Type.Optional(Type.Number()),
  minimum_order_value: Type.Optional(Minor),
  validity: Type.Optional(Type.Literal('once-per-user')),
  expired: Type.Optional(Type.Literal(false)),
  paymentmethods: Type.Optional(Type.Array(Type.Enum([...methodIds]))),
  dismissed: Type.Optional(Type.Boolean({ description: 'whether the member has closed the dialog about it' })),
  now: Type.Optional({ ...DateTime, description: 'server time, for a countdown on a device whose clock is wrong' }),
});

export const discountsOperations = {
  getDiscountCode: defineOperation({
    summary:
      'Returns a discount code that the member can use now: the given `code`, the first-purchase discount (`welcome`) or the time bonus (`timebonus`), which the first call creates.',
    source: 'specification, sections 3, 4 and 7',
    audience: 'member',
    effect: true,
    input: Type.Object({
      code: Type.Optional(DiscountCodeText),
      bundle: Type.Optional(
        Type.String({ maxLength: 40, description: 'bundle of an order for which the code must be valid' }),
      ),
      country: Type.Optional(Type.String({ maxLength: 10 })),
      welcome: Type.Optional(Type.Boolean()),
      timebonus: Type.Optional(Type.Boolean()),
    }),
    output: DiscountCode,
    errors: ['code.not-found', 'code.used'],
    limit: 'read',
  }),
  getLastOffer: defineOperation({
    summary:
      'Returns the discount for a member who is about to leave, which the first call creates; null if the company offers none, if it has ended or was used, or if the member has a better one.',
    source: 'specification, section 3: `delete_discount` of the company',
    audience: 'member',
    effect: true,
    input: Empty,
    output: Type.Object({ offer: nullable(DiscountCode) }),
    errors: [],
    limit: 'read',
  }),
  dismissTimeBonus: defineOperation({
    summary: 'Records that the member has closed the dialog about the time bonus, which is not shown again.',
    source: 'specification, section 4',
    audience: 'member',
    input: Type.Object({ dismissed: Type.Literal(true) }),
    output: Ok,
    errors: [],
    limit: 'write',
  }),
};

export type DiscountCode = Type.Static<typeof DiscountCode>;
