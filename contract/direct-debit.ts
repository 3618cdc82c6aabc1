import Type from 'typebox';

import { BeginAtOnce } from './begin-at-once.ts';
import { Currency, DateTime, Id, IdempotencyKey, Minor, nullable } from './common.ts';
import { DiscountCodeText } from './discounts.ts';
import { defineOperation } from './operation.ts';
import { Payment } from './payments.ts';

/** The mandate that a member gives, in the terms of the SEPA Core Direct Debit scheme. */
export const Mandate = Type.Object({
  reference: Type.String({ maxLength: 35 }),
  creditor: Type.String({ description: 'name and address' }),
  creditor_id: Type.String(),
  text: Type.Array(Type.String(), { description: 'its paragraphs, in the language of the member' }),
  collect_on: Type.String({ description: 'the first day on which the account may be debited, as YYYY-MM-DD' }),
});

/** An order by direct debit, with its bank account and its state. Money is in minor units of `currency`. */
export const DirectDebit = Type.Object({
  id: Id,
  bundle: Type.String(),
  amount: Minor,
  currency: Currency,
  discount_code: nullable(Type.String()),
  holder: Type.String(),
  iban: Type.String({ description: 'country and last four characters' }),
  phone: Type.String({ description: 'the last digits' }),
  state: Type.Enum(['code', 'signed', 'refused', 'expired'], {
    description:
      'code: waits for the code. signed: the mandate is given. refused: the account cannot be debited. expired: it has to be begun again',
  }),
  code_expires: nullable(DateTime),
  resend_seconds: Type.Integer({ minimum: 0, description: 'until another code can be asked for' }),
  mandate: Mandate,
  payment: nullable(Payment),
});

export const directDebitOperations = {
  startDirectDebit: defineOperation({
    summary:
      'Begins an order by direct debit, which asks for its credits at once, and sends a code to a mobile number. Takes effect once per idempotency key.',
    source: 'specification, sections 2 and 5: direct debit',
    audience: 'member',
    input: Type.Object({
      bundle: Type.String({ maxLength: 40 }),
      iban: Type.String({
        maxLength: 100,
        description: 'of a SEPA country whose accounts the payment provider debits; spaces and lower case are fine',
      }),
      phone: Type.String({ maxLength: 40, description: 'a mobile number, national or international' }),
      holder: Type.String({ maxLength: 70, description: 'the name on the account' }),
      discount_code: Type.Optional(DiscountCodeText),
      begin_at_once: Type.Optional(BeginAtOnce),
      total: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'the total that was shown; refused if the price is another by now',
        }),
      ),
      idempotency_key: IdempotencyKey,
    }),
    output: DirectDebit,
    errors: [
      'bundle.not-found',
      'code.not-found',
      'code.used',
      'debit.account-blocked',
      'debit.codes',
      'debit.iban-blocked',
      'debit.limit',
      'debit.phone-blocked',
      'debit.unconfirmed',
      'iban.country',
      'iban.invalid',
      'iban.not-sepa',
      'payment.method',
      'payment.price-changed',
      'phone.invalid',
      'phone.not-mobile',
      'request.key-reused',
    ],
    limit: 'order',
  }),
  confirmDirectDebit: defineOperation({
    summary:
      'Gives the mandate by the code and orders the payment, which is pending until the bank confirms it. The same code gives the same answer again.',
    source: 'specification, section 5: direct debit',
    audience: 'member',
    input: Type.Object({
      id: Id,
      code: Type.String({ maxLength: 20 }),
      review: Type.Optional(
        Type.Boolean({ description: 'only checks the code, so that the mandate can be read before it is given' }),
      ),
    }),
    output: DirectDebit,
    errors: [
      'bundle.not-found',
      'code.not-found',
      'code.used',
      'debit.account-blocked',
      'debit.code-invalid',
      'debit.expired',
      'debit.iban-blocked',
      'debit.limit',
      'debit.not-found',
      'debit.phone-blocked',
      'debit.refused',
      'payment.limit',
      'payment.method',
      'payment.price-changed',
      'payment.provider',
      'request.key-reused',
    ],
    limit: 'order',
  }),
  getDirectDebit: defineOperation({
    summary: 'Returns a direct debit that the member has begun.',
    source: 'specification, section 2: direct debit form',
    audience: 'member',
    input: Type.Object({ id: Id }),
    output: DirectDebit,
    errors: ['debit.not-found'],
    limit: 'read',
  }),
  sendDirectDebitCode: defineOperation({
    summary:
      'Sends another code, after which the one before is not valid any more. Takes effect once per idempotency key.',
    source: 'specification, section 5: direct debit',
    audience: 'member',
    input: Type.Object({ id: Id, idempotency_key: IdempotencyKey }),
    output: DirectDebit,
    errors: [
      'debit.account-blocked',
      'debit.codes',
      'debit.expired',
      'debit.iban-blocked',
      'debit.not-found',
      'debit.phone-blocked',
      'request.key-reused',
    ],
    limit: 'order',
  }),
};

export type DirectDebit = Type.Static<typeof DirectDebit>;
