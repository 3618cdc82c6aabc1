import type { Quote } from '../../../contract/payments/operations.ts';
import type { RepeatOrder, StoredCard } from '../../../contract/payments/stored-cards.ts';
import type { CardRow, RepeatableRow } from './queries.ts';
import { cardState } from './rules.ts';

/** A card as its member sees it: enough to recognize it, and nothing about the provider. */
export function presentCard(card: CardRow, now: Date): StoredCard {
  return {
    id: card.card_id,
    paymentmethod: card.method,
    brand: card.brand,
    last_digits: card.last_digits,
    expires: card.expires,
    state: cardState(card, now),
  };
}

export function presentRepeatOrder(row: RepeatableRow, quote: Quote): RepeatOrder {
  return {
    bundle: row.bundle_id,
    credits: row.credits,
    paid: row.amount + row.fee,
    currency: row.currency,
    paymentmethod: row.method,
    ordered_at: row.settled_at.toISOString(),
    quote,
  };
}
