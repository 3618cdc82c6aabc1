import type { Input } from '../../contract/index.ts';
import { isInvalid } from '../discounts/find-discount.ts';
import { normalizeCode } from '../discounts/rules.ts';
import { must } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { canBeStored } from '../../contract/payments/payment-methods.ts';
import type { OrderPrice } from '../../contract/payments/operations.ts';
import { type CardRow, findCard } from './cards/queries.ts';
import { isChargeable } from './cards/rules.ts';
import { findMethods } from './find-methods.ts';
import { type OrderRequest, placeOrder } from './place-order.ts';
import { isOff, providerNameFor, providerNamed } from './providers.ts';
import { presentOrder } from './present.ts';
import type { PaymentRow } from './queries.ts';
import { findOrderPrice, mustBeShown } from './order-price.ts';
import { directDebit, isOver } from './rules.ts';
import { payPageFor } from './sandbox-pay-page.ts';

// Keeps the response under three seconds, together with the time that the order takes.
const methodsTimeoutMs = 700;

/** Orders a bundle at the server's price and returns the provider's pay page; a stored card is charged without one. */
export const createPayment: Handler<'createPayment'> = async (input, call) => {
  const row = await orderBundle(input, call).catch((error: unknown) => {
    // Another order of the member took the unnamed discount meanwhile: order without it.
    if (input.discount_code === undefined && isInvalid(error)) return orderBundle(input, call);
    throw error;
  });
  return {
    payment: presentOrder(row),
    // The page of a finished order leads nowhere.
    redirect_url: isOver(row) ? null : payPageFor(row.redirect_url, call.context, call.origin),
  };
};

async function orderBundle(input: Input<'createPayment'>, call: MemberCall): Promise<PaymentRow> {
  const { bundle, paymentmethod: method, begin_at_once: beginAtOnce = true, total, idempotency_key: key } = input;
  const { store_card: wished = false, stored_card: cardId } = input;
  const { context, member } = call;
  const card = cardId && (await context.database.first(findCard, { memberId: member.id, cardId }));
  const storeCard = wished && !cardId && canBeStored(method);
  const code = input.discount_code === undefined ? [] : [normalizeCode(input.discount_code)];
  const body = [bundle, method, ...code, ...(storeCard ? ['store'] : []), ...(cardId ? [cardId] : [])];
  return placeOrder(
    call,
    { method, key, operation: 'createPayment', body, beginAtOnce, storeCard, ...(card && deriveCharge(card)) },
    async () => {
      must(!isOff(call.site.paymentProviders, method), 'payment.method');
      if (cardId) must(card && isChargeable(card, method, context.clock.now()), 'card.not-chargeable');
      const price = await findOrderPrice(call, {
        ...input,
        ...(card && { instrument: card.instrument ?? undefined }),
      });
      if (!cardId) must(await isOffered(call, price, method), 'payment.method');
      // The amount charged never differs from the amount shown beside the button.
      must(total === undefined || total === price.total, 'payment.price-changed');
      mustBeShown(price, input.request_version);
      return price;
    },
  );
}

function deriveCharge(card: CardRow): Pick<OrderRequest, 'mandate' | 'provider' | 'storedCard' | 'instrument'> {
  const { mandate_id: mandate, provider, card_id: storedCard, instrument } = card;
  return { mandate, provider, storedCard, ...(instrument !== null && { instrument }) };
}

/** True if this member can pay this order by the method; assumed when its provider does not respond in time. */
async function isOffered(
  { context, member, site }: MemberCall,
  { total, currency }: OrderPrice,
  method: Parameters<typeof createPayment>[0]['paymentmethod'],
): Promise<boolean> {
  // Direct debit needs a mandate first.
  if (method === directDebit) return false;
  const wanted = { country: member.country, money: { minor: total, currency } };
  const { methods, missing } = await findMethods(context, site, wanted, methodsTimeoutMs);
  const provider = providerNameFor(site.paymentProviders, method);
  if (!providerNamed(context, provider)) return false;
  return missing.includes(provider) || methods?.includes(method) === true;
}
