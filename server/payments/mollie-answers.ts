import Type from 'typebox';
import { Compile } from 'typebox/compile';

import { toMinor } from './money.ts';
import { type Money, type PaymentReference, ProviderFault, type ProviderPayment } from './provider.ts';

/** What the API answers, as far as the house reads it. Anything of another shape is a fault, never a guess. */
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
    metadata: Type.Optional(Type.Unknown()),
    _links: Type.Object({ checkout: Type.Optional(Link) }),
  }),
);

const Reference = Compile(Type.Object({ member_id: Type.String(), payment_id: Type.String() }));

const Methods = Compile(
  Type.Object({ _embedded: Type.Object({ methods: Type.Array(Type.Object({ id: Type.String() })) }) }),
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

/** Reads a payment; throws `ProviderFault` when the answer is none. */
export function readPayment(answer: unknown): ProviderPayment {
  if (!Payment.Check(answer)) throw nonsense('payment');
  const money = readMoney(answer.amount);
  return {
    id: answer.id,
    state: states[answer.status],
    money,
    mode: answer.mode,
    profile: answer.profileId,
    reference: readReference(answer.metadata),
    payPage: readPage(answer._links.checkout?.href),
    refundedMinor: readBack(answer.amountRefunded, money),
    chargedBackMinor: readBack(answer.amountChargedBack, money),
  };
}

export function readMethods(answer: unknown): string[] {
  if (!Methods.Check(answer)) throw nonsense('methods');
  return answer._embedded.methods.map((method) => method.id);
}

export function readRefund(answer: unknown): string {
  if (!Refund.Check(answer)) throw nonsense('refund');
  return answer.id;
}

function readMoney({ currency, value }: { currency: string; value: string }): Money {
  const minor = toMinor(value);
  if (minor === undefined) throw nonsense('amount');
  return { minor, currency };
}

function readBack(amount: { currency: string; value: string } | undefined, of: Money): number {
  if (!amount) return 0;
  const back = readMoney(amount);
  if (back.currency !== of.currency) throw nonsense('amount');
  return back.minor;
}

function readReference(metadata: unknown): PaymentReference | null {
  return Reference.Check(metadata) ? { memberId: metadata.member_id, paymentId: metadata.payment_id } : null;
}

// The browser is sent there: nothing but a web address may come through.
function readPage(href: string | undefined): string | null {
  if (href === undefined) return null;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw nonsense('pay page');
  return url.href;
}

function nonsense(what: string): ProviderFault {
  return new ProviderFault('unknown', `the answer has no readable ${what}`);
}
