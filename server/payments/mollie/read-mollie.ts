import Type from 'typebox';
import { Compile } from 'typebox/compile';

import { nullable } from '../../../contract/platform/common.ts';
import { parseProviderIban } from '../debit/rules.ts';
import { requireShape, readPage, readReference, readRefundKey, unreadable } from '../provider-responses.ts';
import { toMinor } from '../money.ts';
import type { Money, ProviderMandate, ProviderPayment, ProviderReversal } from '../provider.ts';

/** The parts of the API's responses that we read. */
const Amount = Type.Object({ currency: Type.String({ pattern: '^[A-Z]{3}$' }), value: Type.String() });
const Link = Type.Object({ href: Type.String({ maxLength: 2_000 }) });

const Payment = Compile(
  Type.Object({
    resource: Type.Literal('payment'),
    id: Type.String({ pattern: '^tr_[A-Za-z0-9]{1,60}$' }),
    mode: Type.Enum(['test', 'live']),
    status: Type.Enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
    amount: Amount,
    amountRefunded: Type.Optional(Amount),
    amountChargedBack: Type.Optional(Amount),
    profileId: Type.String({ minLength: 1, maxLength: 100 }),
    createdAt: Type.Optional(Type.String()),
    paidAt: Type.Optional(Type.String()),
    metadata: Type.Optional(Type.Unknown()),
    mandateId: Type.Optional(nullable(Type.String({ pattern: '^mdt_[A-Za-z0-9]{1,60}$' }))),
    details: Type.Optional(Type.Unknown()),
    _links: Type.Object({
      checkout: Type.Optional(Link),
      refunds: Type.Optional(nullable(Link)),
      chargebacks: Type.Optional(nullable(Link)),
    }),
  }),
);

const Transfer = Compile(
  Type.Object({
    bankName: Type.String(),
    bankAccount: Type.String(),
    bankBic: Type.String(),
    transferReference: Type.String(),
  }),
);

const Card = Compile(Type.Object({ cardFingerprint: Type.String({ minLength: 1, maxLength: 200 }) }));

const CardPlace = Compile(Type.Object({ cardCountryCode: Type.String({ pattern: '^[A-Z]{2}$' }) }));

/** The account that a bank payment came from. For other methods it may be an email address. */
const Payer = Compile(Type.Object({ consumerAccount: Type.String({ maxLength: 200 }) }));

const Customer = Compile(Type.Object({ resource: Type.Literal('customer'), id: Type.String({ pattern: '^cst_' }) }));

const Mandate = Compile(
  Type.Object({
    resource: Type.Literal('mandate'),
    id: Type.String({ pattern: '^mdt_[A-Za-z0-9]{1,60}$' }),
    status: Type.Enum(['valid', 'pending', 'invalid']),
    method: Type.String(),
    details: Type.Object({
      cardNumber: Type.Optional(nullable(Type.String())),
      cardLabel: Type.Optional(nullable(Type.String())),
      cardExpiryDate: Type.Optional(nullable(Type.String())),
      consumerAccount: Type.Optional(nullable(Type.String())),
      cardFingerprint: Type.Optional(nullable(Type.String())),
    }),
  }),
);

const ListResponse = Compile(
  Type.Object({
    _embedded: Type.Record(Type.String(), Type.Unknown()),
    _links: Type.Optional(Type.Object({ next: Type.Optional(nullable(Link)) })),
  }),
);

const Methods = Compile(
  Type.Object({ _embedded: Type.Object({ methods: Type.Array(Type.Object({ id: Type.String() })) }) }),
);

/** A refund or chargeback of a payment; a chargeback has no status, but a date when it was reversed. */
const Reversal = Compile(
  Type.Union([
    Type.Object({
      resource: Type.Literal('refund'),
      id: Type.String({ minLength: 1, maxLength: 100 }),
      amount: Amount,
      status: Type.Enum(['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']),
      metadata: Type.Optional(Type.Unknown()),
    }),
    Type.Object({
      resource: Type.Literal('chargeback'),
      id: Type.String({ minLength: 1, maxLength: 100 }),
      amount: Amount,
      reversedAt: Type.Optional(nullable(Type.String())),
    }),
  ]),
);

const Refund = Compile(Type.Object({ resource: Type.Literal('refund'), id: Type.String({ minLength: 1 }) }));

const states = {
  open: 'open',
  pending: 'open',
  authorized: 'open',
  paid: 'paid',
  canceled: 'failed',
  expired: 'failed',
  failed: 'failed',
} as const satisfies Record<string, ProviderPayment['state']>;

export function readPayment(body: unknown): ProviderPayment {
  const response = requireShape(Payment, body, 'payment');
  const money = readMoney(response.amount);
  const account = Payer.Check(response.details) ? parseProviderIban(response.details.consumerAccount) : null;
  return {
    id: response.id,
    state: states[response.status],
    isUnderWay: response.status === 'pending' || response.status === 'authorized',
    money,
    mode: response.mode,
    profile: response.profileId,
    reference: readReference(response.metadata),
    createdAt: readTime(response.createdAt),
    paidAt: readTime(response.paidAt),
    payPage: response._links.checkout ? readPage(response._links.checkout.href) : null,
    refundedMinor: readReturned(response.amountRefunded, money),
    chargedBackMinor: readReturned(response.amountChargedBack, money),
    reversals: reversalLists(response).length === 0 ? [] : null,
    mandate: response.mandateId ?? null,
    fingerprint: Card.Check(response.details) ? response.details.cardFingerprint : null,
    account,
    payerCountry: CardPlace.Check(response.details) ? response.details.cardCountryCode : (account?.slice(0, 2) ?? null),
    transfer: Transfer.Check(response.details)
      ? {
          iban: response.details.bankAccount,
          bic: response.details.bankBic,
          holder: response.details.bankName,
          reference: response.details.transferReference,
        }
      : null,
  };
}

export function reversalLists(response: unknown): ('refunds' | 'chargebacks')[] {
  const { _links: links, amountRefunded, amountChargedBack } = requireShape(Payment, response, 'payment');
  const is = (amount: typeof amountRefunded): boolean => amount !== undefined && toMinor(amount.value) !== 0;
  return [
    ...(links.refunds || is(amountRefunded) ? (['refunds'] as const) : []),
    ...(links.chargebacks || is(amountChargedBack) ? (['chargebacks'] as const) : []),
  ];
}

/** Reads a refund or chargeback from the object itself, never from the webhook or the list that led to it. */
export function readReversal(body: unknown, of: Money): ProviderReversal {
  const response = requireShape(Reversal, body, 'refund or chargeback');
  const minor = readReturned(response.amount, of);
  if (minor === 0) throw unreadable('amount');
  const { id, resource: kind } = response;
  if (response.resource === 'chargeback')
    return { id, kind, minor, undone: (response.reversedAt ?? null) !== null, key: null };
  const undone = response.status === 'failed' || response.status === 'canceled';
  return { id, kind, minor, undone, key: readRefundKey(response.metadata) };
}

export const readCustomer = (response: unknown): string => requireShape(Customer, response, 'customer').id;

export function readMandate(body: unknown): ProviderMandate {
  const response = requireShape(Mandate, body, 'mandate');
  const { cardNumber, cardLabel, cardExpiryDate, cardFingerprint, consumerAccount } = response.details;
  return {
    id: response.id,
    state: response.status,
    kind: response.method === 'creditcard' ? 'card' : response.method === 'directdebit' ? 'direct_debit' : 'other',
    label: cardLabel ?? '',
    lastDigits: (cardNumber ?? consumerAccount ?? '').slice(-4),
    expires: cardExpiryDate?.slice(0, 7) ?? null,
    fingerprint: cardFingerprint ?? null,
  };
}

export interface List<T> {
  items: T[];
  next: string | null;
}

export function readList<T>(body: unknown, name: string, read: (item: unknown) => T): List<T> {
  const response = requireShape(ListResponse, body, name);
  const items = response._embedded[name];
  if (!Array.isArray(items)) throw unreadable(name);
  return { items: items.map((item) => read(item)), next: response._links?.next?.href ?? null };
}

export const readMethods = (response: unknown): string[] =>
  requireShape(Methods, response, 'methods')._embedded.methods.map(({ id }) => id);

export const readRefund = (response: unknown): string => requireShape(Refund, response, 'refund').id;

function readMoney({ currency, value }: { currency: string; value: string }): Money {
  const minor = toMinor(value);
  if (minor === undefined) throw unreadable('amount');
  return { minor, currency };
}

function readReturned(amount: { currency: string; value: string } | undefined, of: Money): number {
  if (!amount) return 0;
  const back = readMoney(amount);
  if (back.currency !== of.currency) throw unreadable('amount');
  return back.minor;
}

function readTime(text: string | undefined): Date | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time;
}
