import type { Country } from '../../contract/countries.ts';
import { type PaymentMethodId, methodIds, paymentMethods } from '../../contract/payment-methods.ts';
import { sameMoney } from './money.ts';
import type { ProviderPayment } from './provider.ts';
import type { PaymentRow, PaymentStatus } from './queries.ts';

/** Names of cards that buyers know only in their own country; everywhere else the plain names do. */
const cardCountries: Partial<Record<PaymentMethodId, readonly Country[]>> = {
  dankort: ['DK'],
  carte_bancaire: ['FR'],
  nexi: ['IT'],
};

/** Offered when the provider does not say what it offers: what works in every country. */
export const fallbackMethods: readonly PaymentMethodId[] = ['credit_card', 'visa', 'mastercard', 'paypal'];

/** Collected from an account later and taken back for weeks: not for who owes credits already. */
export const collectedLater: ReadonlySet<PaymentMethodId> = new Set(['sepa_direct_debit']);

/** Our methods behind the provider's names, in the provider's order; one name may stand for several cards. */
export function offeredMethods(providerNames: readonly string[], country: Country): PaymentMethodId[] {
  return providerNames.flatMap((name) =>
    methodIds.filter((id) => {
      const method = paymentMethods[id];
      if (method.legacy || method.provider !== name) return false;
      return cardCountries[id]?.includes(country) ?? true;
    }),
  );
}

/** What of a provider's answer is not what was ordered: the names of the wrong fields. */
export function mismatches(
  order: Pick<
    PaymentRow,
    'member_id' | 'payment_id' | 'amount' | 'fee' | 'currency' | 'provider_payment_id' | 'provider_profile'
  >,
  seen: ProviderPayment,
  mode: ProviderPayment['mode'],
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

/** Money of a payment that went back to its buyer, in minor units. */
export interface Reversed {
  refunded: number;
  charged_back: number;
}

/**
 * What of a payment's price has gone back, after the provider was asked. It only grows, because an answer may be older
 * than the last one, and never above the price: who gets a refund and then a chargeback is paid back once by the books.
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
 * How many credits of an order go back with `minor` of its price: all with all of it, else what is wholly paid back. A
 * refund of unused credits is rounded up to the cent, and so takes just them.
 */
export function creditsBack(order: Pick<PaymentRow, 'amount' | 'fee' | 'credits'>, minor: number): number {
  return Math.floor((minor * order.credits) / (order.amount + order.fee));
}

/**
 * The next state of a payment after the provider was asked. States only move forward:
 * loading → pending → failed → completed; `mismatch` stands beside them until the provider reports what was ordered.
 * `completed` is final. `failed` still completes when the money arrives after all. An older notice changes nothing.
 */
export function nextStatus(now: PaymentStatus, seen: ProviderPayment['state'], matches: boolean): PaymentStatus {
  if (now === 'completed') return now;
  if (seen === 'paid') return matches ? 'completed' : 'mismatch';
  if (!matches || now === 'mismatch' || now === 'failed') return now;
  return seen === 'failed' ? 'failed' : 'pending';
}
