import { type PaymentMethodId, paymentMethods } from '../../contract/payments/payment-methods.ts';

export interface MethodRow {
  /** The method to order with; for cards `credit_card`, if offered. */
  id: PaymentMethodId;
  /** The cards that the row stands for; empty for other methods. */
  kinds: readonly PaymentMethodId[];
}

const isCard = (id: PaymentMethodId): boolean => paymentMethods[id].kind === 'card';

/**
 * The offered methods as rows: all cards share one, in the position of the first, because the pay page accepts the
 * number of any card. Their row orders with `wanted` if that is a card.
 */
export function methodRows(offered: readonly PaymentMethodId[], wanted?: string): MethodRow[] {
  const cards = offered.filter(isCard);
  const card = cards.find((id) => id === wanted) ?? cards.find((id) => id === 'credit_card') ?? cards[0];
  return offered.flatMap((id) => {
    if (!isCard(id)) return [{ id, kinds: [] }];
    if (id !== cards[0] || card === undefined) return [];
    return [{ id: card, kinds: cards.filter((one) => one !== 'credit_card') }];
  });
}

/** The preselected row: the wanted one, else the first that every browser supports. */
export function firstRow(rows: readonly MethodRow[], wanted?: string): MethodRow | undefined {
  const safe = rows.filter(({ id }) => id !== 'apple_pay');
  return safe.find(({ id }) => id === wanted) ?? safe[0] ?? rows[0];
}
