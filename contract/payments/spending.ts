import Type from 'typebox';

import { Currency, DateTime, nullable } from '../platform/common.ts';
import { spendingLimitMaxMinor } from './limits.ts';
import { defineOperation } from '../platform/operation.ts';

const Limit = nullable(Type.Integer({ minimum: 0, maximum: spendingLimitMaxMinor }));

/** A member's own spending limit for seven days. Money is in minor units of `currency`. */
export const Spending = Type.Object({
  currency: Currency,
  limit: nullable(Type.Integer({ minimum: 0, description: 'current limit; null for none' })),
  next: nullable(
    Type.Object({ limit: nullable(Type.Integer({ minimum: 0 })), from: DateTime }, { description: 'next limit' }),
  ),
  /** The end of a break, during which the limit is 0. */
  break_until: nullable(DateTime),
  spent: Type.Integer({ description: 'orders of the last seven days, including open ones, less returned money' }),
  left: nullable(Type.Integer({ minimum: 0, description: 'rest of the limit; null without a limit' })),
});

export const spendingOperations = {
  getSpending: defineOperation({
    summary: "Returns the member's seven-day spending limit, and how much of it is left.",
    source: 'payments module: spending limit',
    audience: 'member',
    input: Type.Object({}),
    output: Spending,
    errors: [],
    limit: 'read',
  }),
  setSpendingLimit: defineOperation({
    summary:
      'Sets the seven-day spending limit. A lower limit takes effect at once; a higher one, or none, after 24 hours. `take_break` sets the limit to 0 for a week.',
    source: 'payments module: spending limit',
    audience: 'member',
    input: Type.Object({ limit: Type.Optional(Limit), take_break: Type.Optional(Type.Boolean()) }),
    output: Spending,
    errors: [],
    limit: 'write',
  }),
};

export type Spending = Type.Static<typeof Spending>;
