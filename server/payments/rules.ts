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
    // Money that is already on its way back buys nothing.
    reversed: seen.reversedMinor > 0,
  };
  return Object.entries(wrong)
    .filter(([, isWrong]) => isWrong)
    .map(([name]) => name);
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
