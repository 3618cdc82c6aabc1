import type { Country } from '../../contract/platform/countries.ts';
import {
  type PaymentMethodId,
  methodIds,
  methodMarkets,
  nameAtProvider,
  paymentMethods,
} from '../../contract/payments/payment-methods.ts';
import { sameMoney } from './money.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentRow, PaymentStatus, ReversalRow } from './queries.ts';

/** Methods that work in every country, offered when no provider responds. */
export const fallbackMethods: readonly PaymentMethodId[] = ['credit_card', 'visa', 'mastercard', 'paypal'];

/** Collected later and reversible for weeks; needs a mandate (`debit/`), and is not offered to members with a debt. */
export const directDebit: PaymentMethodId = 'sepa_direct_debit';

/**
 * Lists our methods for a provider's names, in its order, if live and used in the country. A name may mean several
 * cards.
 */
export function listOfferedMethods(
  provider: string,
  names: readonly string[],
  country: Country,
  currency: string,
): PaymentMethodId[] {
  const isUsedThere = (id: PaymentMethodId): boolean => {
    const market = methodMarkets[id];
    return !market || (market.countries.includes(country) && market.currencies.some((one) => one === currency));
  };
  const chosen = methodIds.filter((id) => paymentMethods[id].state === 'live' && isUsedThere(id));
  return names.flatMap((name) => chosen.filter((id) => nameAtProvider(provider, id) === name));
}

export function findMismatches(
  order: Pick<
    PaymentRow,
    'member_id' | 'payment_id' | 'amount' | 'fee' | 'currency' | 'provider_payment_id' | 'provider_profile' | 'mismatch'
  >,
  atProvider: ProviderPayment,
  mode: ProviderPayment['mode'] | undefined,
): string[] {
  const { reference } = atProvider;
  const wrong = {
    amount: !sameMoney({ minor: order.amount + order.fee, currency: order.currency }, atProvider.money),
    reference:
      order.mismatch !== 'accepted' &&
      (reference?.memberId !== order.member_id || reference.paymentId !== order.payment_id),
    id: order.provider_payment_id !== null && order.provider_payment_id !== atProvider.id,
    mode: atProvider.mode !== mode,
    profile: order.provider_profile !== null && order.provider_profile !== atProvider.profile,
  };
  return Object.entries(wrong)
    .filter(([, isWrong]) => isWrong)
    .map(([name]) => name);
}

/** The returned money of a payment, in minor units. */
export interface Reversed {
  refunded: number;
  charged_back: number;
}

export function isOver({ status }: Pick<PaymentRow, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** True if an order waits for its member. One charged by a mandate does so only while their bank asks on a page. */
export function isCancellable({
  status,
  mandate,
  redirect_url: page,
  under_way: isUnderWay,
}: Pick<PaymentRow, 'status' | 'mandate' | 'redirect_url' | 'under_way'>): boolean {
  return (status === 'loading' || status === 'pending') && !isUnderWay && (mandate === null || page !== null);
}

export function computeNotReturned(order: Reversed & Pick<PaymentRow, 'amount' | 'fee'>): number {
  return order.amount + order.fee - order.refunded - order.charged_back;
}

/** Sums of the standing refunds and chargebacks of a payment, in minor units; `undone`: some no longer count. */
export interface Returned {
  refund: { minor: number; undone: boolean };
  chargeback: { minor: number; undone: boolean };
}

export function sumReversals(known: readonly Pick<ReversalRow, 'kind' | 'amount' | 'undone'>[]): Returned {
  const sumKind = (kind: ReversalRow['kind']): Returned['refund'] => {
    const ones = known.filter((one) => one.kind === kind);
    const standing = ones.filter(({ undone }) => !undone);
    return { minor: standing.reduce((sum, { amount }) => sum + amount, 0), undone: standing.length < ones.length };
  };
  return { refund: sumKind('refund'), chargeback: sumKind('chargeback') };
}

/**
 * Returns the totals to book as returned, at most the price: if one of a full refund and a full chargeback is undone,
 * the other takes its place. A total shrinks only by an undone reversal: a smaller total alone is an outdated response.
 */
export function nextReversed(
  order: Pick<PaymentRow, 'amount' | 'fee' | 'refunded' | 'charged_back'>,
  { refund, chargeback }: Returned,
): Reversed {
  const price = order.amount + order.fee;
  const keptRefund = refund.undone ? Math.min(order.refunded, refund.minor) : order.refunded;
  const keptChargeback = chargeback.undone ? Math.min(order.charged_back, chargeback.minor) : order.charged_back;
  const refunded = Math.max(keptRefund, Math.min(refund.minor, price - keptChargeback));
  const chargedBack = Math.max(keptChargeback, Math.min(chargeback.minor, price - refunded));
  return { refunded, charged_back: chargedBack };
}

export interface ReversalStep {
  cause: 'refund' | 'chargeback' | 'refund_undone' | 'chargeback_undone';
  /** Returned totals, in minor units. */
  before: number;
  after: number;
}

/**
 * Lists the entries that lead from the booked totals to the next ones. Undone ones come first, to make room for the
 * rest.
 */
export function listReversalSteps(booked: Reversed, next: Reversed): ReversalStep[] {
  const grown = { refund: next.refunded - booked.refunded, chargeback: next.charged_back - booked.charged_back };
  const changes = [
    { cause: 'refund_undone', by: Math.min(0, grown.refund) },
    { cause: 'chargeback_undone', by: Math.min(0, grown.chargeback) },
    { cause: 'refund', by: Math.max(0, grown.refund) },
    { cause: 'chargeback', by: Math.max(0, grown.chargeback) },
  ] as const;
  let before = booked.refunded + booked.charged_back;
  return changes.flatMap(({ cause, by }) => {
    if (by === 0) return [];
    const step = { cause, before, after: before + by };
    before = step.after;
    return [step];
  });
}

/**
 * Returns the credits to take back, rounded down. A refund of unused credits is rounded up to the cent, so it takes
 * exactly those. A withdrawal has already taken its credits, up to the total `withdrawn`, and takes `waived` fewer.
 */
export function computeCreditsToTakeBack(
  order: Pick<PaymentRow, 'amount' | 'fee' | 'credits'> & Partial<Pick<PaymentRow, 'withdrawn' | 'waived'>>,
  minor: number,
): number {
  const { withdrawn = 0, waived = 0 } = order;
  return Math.max(0, Math.floor((Math.max(minor, withdrawn) * order.credits) / (order.amount + order.fee)) - waived);
}

/**
 * Returns the next state of a payment after a response of the provider. States only move forward: loading → pending →
 * failed → completed. `mismatch` lasts until the provider reports the payment as ordered, staff accept the amount paid,
 * or all of it went back (`returned`), which is `failed`. `completed` is final. `failed` can still become `completed`
 * when the money arrives late. An outdated response changes nothing.
 */
export function nextStatus(
  now: PaymentStatus,
  atProvider: ProviderPayment['state'],
  matches: boolean,
  returned = false,
): PaymentStatus {
  if (now === 'completed') return now;
  if (atProvider === 'paid' && matches) return 'completed';
  if (atProvider === 'paid') return returned ? 'failed' : 'mismatch';
  if (!matches || now === 'mismatch' || now === 'failed') return now;
  return atProvider === 'failed' ? 'failed' : 'pending';
}
