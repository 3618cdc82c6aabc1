import Type from 'typebox';

import { Currency, DateTime, nullable } from './common.ts';
import { spendingLimitMaxMinor } from './limits.ts';
import { defineOperation } from './operation.ts';

const Limit = nullable(Type.Integer({ minimum: 0, maximum: spendingLimitMaxMinor }));

/** A member's own spending limit for seven days. Money is in minor units of `currency`. */
export const Spending = Type.Object({
  currency: Currency,
  limit: nullable(Type.Integer({ minimum: 0, description: 'the limit that holds now; null for none' })),
  next: nullable(
    Type.Object({ limit: nullable(Type.Integer({ minimum: 0 })), from: DateTime }, { description: 'a limit to come' }),
  ),
  /** The end of a break, during which the limit is 0. */
  break_until: nullable(DateTime),
  spent: Type.Integer({ description: 'orders of the last seven days, open ones included, returned money not' }),
  left: nullable(Type.Integer({ minimum: 0, description: 'what is left of the limit; null for no limit' })),
});

export const spendingOperations = {
  getSpending: defineOperation({
    summary: "Returns the member's spending limit for seven days, and what is left of it.",
    source: 'payments module: spending limit',
    audience: 'member',
    input: Type.Object({}),
    output: Spending,
    errors: [],
    limit: 'read',
  }),
  setSpendingLimit: defineOperation({
    summary:
      'Sets the spending limit for seven days. A lower one holds at once, a higher one or none after 24 hours. `take_break` sets it to 0 for a week.',
    source: 'payments module: spending limit',
    audience: 'member',
    input: Type.Object({
      limit: Type.Optional(Limit),
      take_break: Type.Optional(Type.Boolean()),
    }),
    output: Spending,
    errors: [],
    limit: 'write',
  }),
};

export type Spending = Type.Static<typeof Spending>;
