import Type from 'typebox';

import { causes } from './causes.ts';
import { Credits, DateTime, EntryId, MemberId, PageNumber, PaymentId, nullable } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

export const LedgerEntry = Type.Object({
  id: EntryId,
  at: DateTime,
  cause: Type.Enum([...causes]),
  credits: Type.Integer({ description: 'positive when received, negative when spent' }),
  balance: Credits,
  profile: nullable(Type.Object({ id: MemberId, name: Type.String() })),
  payment: nullable(PaymentId),
});

/** The credits that are left of one purchase or free grant. */
export const CreditLot = Type.Object({
  credits: Type.Integer({ minimum: 1, description: 'number of credits left' }),
  of: Type.Integer({ minimum: 1, description: 'original number of credits' }),
  amount: Type.Integer({ minimum: 0, description: 'price of all of them, in minor units; 0 for a free grant' }),
  currency: nullable(Type.String()),
});

export type CreditLot = Type.Static<typeof CreditLot>;

export const creditsOperations = {
  listLedger: defineOperation({
    summary:
      "Lists every movement of the member's credits, newest first, of one cause or of all causes. GET /api/ledger.csv returns the whole list as a file.",
    source: 'credits module: statement',
    audience: 'member',
    input: Type.Object({ pageNumber: PageNumber, cause: Type.Optional(Type.Enum([...causes])) }),
    output: Type.Object({
      entries: Type.Array(LedgerEntry),
      numResults: Type.Integer(),
      pageNumber: Type.Integer(),
      balance: Credits,
    }),
    errors: [],
    limit: 'read',
  }),
};

export type LedgerEntry = Type.Static<typeof LedgerEntry>;
