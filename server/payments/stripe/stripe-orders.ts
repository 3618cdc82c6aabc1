import type Stripe from 'stripe';

import type { Language } from '../../../contract/platform/languages.ts';
import type { PaymentReference, ProviderOrder } from '../provider.ts';
import { intentParts, originKey, sessionParts } from './stripe-answers.ts';
import { stripeMethods } from './stripe-methods.data.ts';

export const locales: Record<Language, 'en-GB' | Exclude<Language, 'en'>> = {
  en: 'en-GB',
  nl: 'nl',
  de: 'de',
  it: 'it',
  fr: 'fr',
  es: 'es',
  pl: 'pl',
  da: 'da',
  fi: 'fi',
  nb: 'nb',
  sv: 'sv',
};

/** A session with one item at our price. An order always gives the same request, so that it can be repeated. */
export function buildSessionParams(order: ProviderOrder): Stripe.Checkout.SessionCreateParams {
  const { money, description, method, reference, customer } = order;
  const metadata = buildMetadata(reference);
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: money.currency.toLowerCase(),
          unit_amount: money.minor,
          product_data: { name: description },
        },
      },
    ],
    allowed_payment_method_types: [
      toMethodType(method) as Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType,
    ],
    locale: locales[order.language],
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    client_reference_id: reference.paymentId,
    metadata,
    // The price is already in the buyer's currency; the provider must not convert it.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      description,
      metadata: { ...metadata, [originKey]: 'session' },
      ...(order.sequence === 'first' && { setup_future_usage: 'off_session' as const }),
    },
    ...(customer !== null && { customer }),
    expand: sessionParts,
  };
}

/**
 * A charge of a stored means of payment. The buyer of a card order is present, so their bank may ask them on its own
 * page; an account is debited days later, without them.
 */
export function buildChargeParams(order: ProviderOrder): Stripe.PaymentIntentCreateParams {
  const { money, description, method, reference, customer, mandate } = order;
  return {
    amount: money.minor,
    currency: money.currency.toLowerCase(),
    customer: customer ?? '',
    payment_method: mandate ?? '',
    allowed_payment_method_types: [toMethodType(method) as Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType],
    return_url: order.returnUrl,
    ...(method === 'sepa_debit' && { off_session: true }),
    confirm: true,
    description,
    metadata: { ...buildMetadata(reference), [originKey]: 'stored' },
    expand: intentParts,
  };
}

/** Wallets and card networks have their own switch in the account, but are paid on the page for cards. */
function toMethodType(method: string): string {
  return stripeMethods[method]?.within ?? method;
}

export function buildMetadata({ memberId, paymentId }: PaymentReference): Record<string, string> {
  return { member_id: memberId, payment_id: paymentId };
}
