import Type from 'typebox';
import { Compile } from 'typebox/compile';

import { nullable } from '../../../contract/platform/common.ts';
import { parseProviderIban } from '../debit/rules.ts';
import { toMinor } from '../money.ts';
import {
  type Money,
  type PaymentReference,
  ProviderFault,
  type ProviderMandate,
  type ProviderPayment,
  type ProviderReversal,
} from '../provider.ts';

/** The parts of the API's answers that we read. Any other shape is a fault; nothing is guessed. */
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

/** The country of the bank that issued the card. */
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

const Reference = Compile(Type.Object({ member_id: Type.String(), payment_id: Type.String() }));

const ListAnswer = Compile(
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

/** Reads a payment; throws `ProviderFault` when the answer is not one. */
export function readPayment(answer: unknown): ProviderPayment {
  if (!Payment.Check(answer)) throw unreadable('payment');
  const money = readMoney(answer.amount);
  const account = Payer.Check(answer.details) ? parseProviderIban(answer.details.consumerAccount) : null;
  return {
    id: answer.id,
    state: states[answer.status],
    isUnderWay: answer.status === 'pending' || answer.status === 'authorized',
    money,
    mode: answer.mode,
    profile: answer.profileId,
    reference: readReference(answer.metadata),
    createdAt: readTime(answer.createdAt),
    payPage: readPage(answer._links.checkout?.href),
    refundedMinor: readReturned(answer.amountRefunded, money),
    chargedBackMinor: readReturned(answer.amountChargedBack, money),
    reversals: reversalLists(answer).length === 0 ? [] : null,
    mandate: answer.mandateId ?? null,
    fingerprint: Card.Check(answer.details) ? answer.details.cardFingerprint : null,
    account,
    payerCountry: CardPlace.Check(answer.details) ? answer.details.cardCountryCode : (account?.slice(0, 2) ?? null),
    transfer: Transfer.Check(answer.details)
      ? {
          iban: answer.details.bankAccount,
          bic: answer.details.bankBic,
          holder: answer.details.bankName,
          reference: answer.details.transferReference,
        }
      : null,
  };
}

/** The lists of refunds and chargebacks that the provider has for a payment; empty if nothing was returned. */
export function reversalLists(answer: unknown): ('refunds' | 'chargebacks')[] {
  if (!Payment.Check(answer)) throw unreadable('payment');
  const { _links: links, amountRefunded, amountChargedBack } = answer;
  const is = (amount: typeof amountRefunded): boolean => amount !== undefined && toMinor(amount.value) !== 0;
  return [
    ...(links.refunds || is(amountRefunded) ? (['refunds'] as const) : []),
    ...(links.chargebacks || is(amountChargedBack) ? (['chargebacks'] as const) : []),
  ];
}

/** Reads a refund or chargeback from the object itself, never from the notice or the list that led to it. */
export function readReversal(answer: unknown, of: Money): ProviderReversal {
  if (!Reversal.Check(answer)) throw unreadable('refund or chargeback');
  const minor = readReturned(answer.amount, of);
  if (minor === 0) throw unreadable('amount');
  const undone =
    answer.resource === 'refund'
      ? answer.status === 'failed' || answer.status === 'canceled'
      : (answer.reversedAt ?? null) !== null;
  return { id: answer.id, kind: answer.resource, minor, undone };
}

export function readCustomer(answer: unknown): string {
  if (!Customer.Check(answer)) throw unreadable('customer');
  return answer.id;
}

export function readMandate(answer: unknown): ProviderMandate {
  if (!Mandate.Check(answer)) throw unreadable('mandate');
  const { cardNumber, cardLabel, cardExpiryDate, cardFingerprint, consumerAccount } = answer.details;
  return {
    id: answer.id,
    state: answer.status,
    kind: answer.method === 'creditcard' ? 'card' : answer.method === 'directdebit' ? 'direct_debit' : 'other',
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

export function readList<T>(answer: unknown, name: string, read: (item: unknown) => T): List<T> {
  if (!ListAnswer.Check(answer)) throw unreadable(name);
  const items = answer._embedded[name];
  if (!Array.isArray(items)) throw unreadable(name);
  return { items: items.map((item) => read(item)), next: answer._links?.next?.href ?? null };
}

export function readMethods(answer: unknown): string[] {
  if (!Methods.Check(answer)) throw unreadable('methods');
  return answer._embedded.methods.map((method) => method.id);
}

export function readRefund(answer: unknown): string {
  if (!Refund.Check(answer)) throw unreadable('refund');
  return answer.id;
}

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

function readReference(metadata: unknown): PaymentReference | null {
  return Reference.Check(metadata) ? { memberId: metadata.member_id, paymentId: metadata.payment_id } : null;
}

// The browser is redirected to this page, so only a web address is accepted.
function readPage(href: string | undefined): string | null {
  if (href === undefined) return null;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw unreadable('pay page');
  return url.href;
}

function unreadable(part: string): ProviderFault {
  return new ProviderFault('unknown', `the answer has no readable ${part}`);
}
