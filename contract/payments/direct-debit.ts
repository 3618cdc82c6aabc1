import Type from 'typebox';

import { Currency, DateTime, DebitId, IdempotencyKey, Minor, nullable } from '../platform/common.ts';
import { DiscountCodeText } from '../discounts/operations.ts';
import { defineOperation } from '../platform/operation.ts';
import { BeginAtOnce, Payment, RequestVersion } from './operations.ts';

/** A mandate in the terms of the SEPA Core Direct Debit scheme. */
export const Mandate = Type.Object({
  reference: Type.String({ maxLength: 35 }),
  creditor: Type.String({ description: 'name and address of the creditor' }),
  creditor_id: Type.String(),
  text: Type.Array(Type.String(), { description: 'paragraphs of the mandate, in the language of the member' }),
  collect_on: Type.String({ description: 'first day on which the account may be debited, as YYYY-MM-DD' }),
});

/** A direct debit. Money is in minor units of `currency`. */
export const DirectDebit = Type.Object({
  id: DebitId,
  bundle: Type.String(),
  amount: Minor,
  currency: Currency,
  discount_code: nullable(Type.String()),
  holder: Type.String(),
  iban: Type.String({ description: 'masked IBAN: country code and last four characters' }),
  phone: Type.String({ description: 'masked phone number: the last digits' }),
  state: Type.Enum(['code', 'signed', 'refused', 'expired'], {
    description:
      '`code`: waiting for the code. `signed`: the mandate is given. `refused`: the account cannot be debited. `expired`: the order has to be started again',
  }),
  code_expires: nullable(DateTime),
  resend_seconds: Type.Integer({ minimum: 0, description: 'seconds until another code can be requested' }),
  mandate: Mandate,
  payment: nullable(Payment),
});

export const directDebitOperations = {
  startDirectDebit: defineOperation({
    summary:
      'Starts an order by direct debit, which requests its credits at once, and sends a code to a mobile number. Takes effect once per idempotency key.',
    source: 'specification, sections 2 and 5: direct debit',
    audience: 'member',
    input: Type.Object({
      bundle: Type.String({ maxLength: 40 }),
      iban: Type.String({
        maxLength: 100,
        description:
          'IBAN of a SEPA country whose accounts the payment provider debits; spaces and lower case are accepted',
      }),
      phone: Type.String({ maxLength: 40, description: 'mobile number in national or international format' }),
      holder: Type.String({ maxLength: 70, description: 'name of the account holder' }),
      discount_code: Type.Optional(DiscountCodeText),
      begin_at_once: Type.Optional(BeginAtOnce),
      total: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_147_483_647,
          description: 'total that was shown, in minor units; the order is refused if the price has changed',
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
      'Gives the mandate with the code and orders the payment, which is pending until the bank confirms it. Repeating the call with the same code gives the same result.',
    source: 'specification, section 5: direct debit',
    audience: 'member',
    input: Type.Object({
      id: DebitId,
      code: Type.String({ maxLength: 20 }),
      request_version: Type.Optional(RequestVersion),
      review: Type.Optional(
        Type.Boolean({ description: 'whether only to check the code, so the mandate can be read before it is given' }),
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
    summary: 'Returns a direct debit that the member has started.',
    source: 'specification, section 2: direct debit form',
    audience: 'member',
    input: Type.Object({ id: DebitId }),
    output: DirectDebit,
    errors: ['debit.not-found'],
    limit: 'read',
  }),
  sendDirectDebitCode: defineOperation({
    summary: 'Sends another code, which invalidates the previous one. Takes effect once per idempotency key.',
    source: 'specification, section 5: direct debit',
    audience: 'member',
    input: Type.Object({ id: DebitId, idempotency_key: IdempotencyKey }),
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
