import type { RepeatOrder, StoredCard } from '../../../contract/payments/stored-cards.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, waitAtMost } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { findBasis, computeOrderPrice } from '../order-price.ts';
import { readCard } from './keep-card.ts';
import { cardState } from './rules.ts';
import { type CardRow, type RepeatableRow, listCards, listRepeatable } from './queries.ts';
import type { OrderPrice } from '../../../contract/payments/operations.ts';

const ordersMax = 5;
const confirmTimeoutMs = 700;

/** Lists the member's stored cards, and the bundles they bought last, each with its current price. */
export const listRepeatOrders: Handler<'listRepeatOrders'> = async (_input, call) => {
  const { context, member } = call;
  const rows = await context.database.all(listRepeatable, { memberId: member.id, limit: ordersMax });
  const basis = rows.length > 0 ? await findBasis(call) : undefined;
  const orders = basis ? await Promise.all(rows.map((row) => priceRepeatOrder(call, row, basis))) : [];
  const cards = await listCurrentCards(context, member.id);
  const now = context.clock.now();
  return { orders: orders.filter((order) => order !== undefined), cards: cards.map((card) => presentCard(card, now)) };
};

async function priceRepeatOrder(call: MemberCall, row: RepeatableRow, basis: Awaited<ReturnType<typeof findBasis>>) {
  try {
    return presentRepeatOrder(row, await computeOrderPrice(call, { bundle: row.bundle_id }, basis));
  } catch (error) {
    if (error instanceof Failure && error.code === 'bundle.not-found') return undefined;
    throw error;
  }
}

/**
 * Lists the member's cards. It asks again about pending ones, and once a day about expired ones, which networks may
 * renew.
 */
async function listCurrentCards(context: AppContext, memberId: MemberId): Promise<CardRow[]> {
  const cards = await context.database.all(listCards, { memberId });
  const now = context.clock.now();
  const waiting = cards.filter((card) => {
    const shown = cardState(card, now);
    return shown === 'pending' || (shown === 'expired' && card.checked_at <= after(now, -dayMs));
  });
  if (waiting.length === 0) return cards;
  // If the provider is down, the card is still shown as being confirmed.
  const asked = Promise.allSettled(waiting.map((card) => readCard(context, card)));
  await waitAtMost(asked, confirmTimeoutMs);
  return context.database.all(listCards, { memberId });
}

function presentCard(card: CardRow, now: Date): StoredCard {
  return {
    id: card.card_id,
    paymentmethod: card.method,
    brand: card.brand,
    last_digits: card.last_digits,
    expires: card.expires,
    state: cardState(card, now),
  };
}

function presentRepeatOrder(row: RepeatableRow, price: OrderPrice): RepeatOrder {
  return {
    bundle: row.bundle_id,
    credits: row.credits,
    paid: row.amount + row.fee,
    currency: row.currency,
    paymentmethod: row.method,
    ordered_at: row.settled_at.toISOString(),
    price,
  };
}
