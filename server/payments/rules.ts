import type { Country } from '../../contract/countries.ts';
import {
  type PaymentMethodId,
  methodIds,
  methodMarkets,
  nameAtProvider,
  paymentMethods,
} from '../../contract/payment-methods.ts';
import { sameMoney } from './money.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentRow, PaymentStatus } from './queries.ts';

/** Offered when the provider does not answer: methods that work in every country. */
export const fallbackMethods: readonly PaymentMethodId[] = ['credit_card', 'visa', 'mastercard', 'paypal'];

/** Debited later and reversible for weeks, so not offered to members with a negative balance. */
export const directDebitMethods: ReadonlySet<PaymentMethodId> = new Set(['sepa_direct_debit']);

/**
 * Our methods for the names that a provider offers in a country for a currency, in the provider's order: those that are
 * live and used there. One name may stand for several cards.
 */
export function offeredMethods(
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

/** The names of the fields in which a provider's answer differs from the order. */
export function mismatches(
  order: Pick<
    PaymentRow,
    'member_id' | 'payment_id' | 'amount' | 'fee' | 'currency' | 'provider_payment_id' | 'provider_profile'
  >,
  seen: ProviderPayment,
  mode: ProviderPayment['mode'] | undefined,
): string[] {
  const { reference } = seen;
  const wrong = {
    amount: !sameMoney({ minor: order.amount + order.fee, currency: order.currency }, seen.money),
    reference: reference?.memberId !== order.member_id || reference.paymentId !== order.payment_id,
    id: order.provider_payment_id !== null && order.provider_payment_id !== seen.id,
    mode: seen.mode !== mode,
    profile: order.provider_profile !== null && order.provider_profile !== seen.profile,
  };
  return Object.entries(wrong)
    .filter(([, isWrong]) => isWrong)
    .map(([name]) => name);
}

/** The part of a payment that the buyer got back, in minor units. */
export interface Reversed {
  refunded: number;
  charged_back: number;
}

/**
 * The returned totals after an answer of the provider. They never shrink, because an answer may be older than the last
 * one, and never exceed the price: after a refund and a chargeback the books show the price once.
 */
export function nextReversed(
  order: Pick<PaymentRow, 'amount' | 'fee' | 'refunded' | 'charged_back'>,
  seen: Pick<ProviderPayment, 'refundedMinor' | 'chargedBackMinor'>,
): Reversed {
  const price = order.amount + order.fee;
  const refunded = Math.max(order.refunded, Math.min(seen.refundedMinor, price - order.charged_back));
  const chargedBack = Math.max(order.charged_back, Math.min(seen.chargedBackMinor, price - refunded));
  return { refunded, charged_back: chargedBack };
}

/**
 * How many credits are taken back when `minor` of an order's price is returned, rounded down to whole credits. A refund
 * of unused credits is rounded up to the cent, so it takes exactly those.
 */
export function creditsBack(order: Pick<PaymentRow, 'amount' | 'fee' | 'credits'>, minor: number): number {
  return Math.floor((minor * order.credits) / (order.amount + order.fee));
}

/**
 * The next state of a payment after an answer of the provider. States only move forward:
 * loading → pending → failed → completed. `mismatch` lasts until the provider reports what was ordered. `completed` is
 * final. `failed` can still become `completed` when the money arrives late. An outdated answer changes nothing.
 */
export function nextStatus(now: PaymentStatus, seen: ProviderPayment['state'], matches: boolean): PaymentStatus {
  if (now === 'completed') return now;
  if (seen === 'paid') return matches ? 'completed' : 'mismatch';
  if (!matches || now === 'mismatch' || now === 'failed') return now;
  return seen === 'failed' ? 'failed' : 'pending';
}
