import type { Model } from './model.ts';

/** The number of orders by feature. One order may count in several. */
export interface OrderCounts {
  orders: number;
  'with a discount': number;
  'by stored card': number;
  'by direct debit': number;
  withdrawn: number;
  'withdrawn in part': number;
  cancelled: number;
  [name: string]: number;
}

export const noOrders = (): OrderCounts => ({
  orders: 0,
  'with a discount': 0,
  'by stored card': 0,
  'by direct debit': 0,
  withdrawn: 0,
  'withdrawn in part': 0,
  cancelled: 0,
});

/** Counts the placed orders of a round. */
export function countOrders({ purchases }: Model): OrderCounts {
  const placed = purchases.filter(({ paymentId }) => paymentId !== undefined);
  const count = (holds: (purchase: (typeof placed)[number]) => boolean): number => placed.filter(holds).length;
  return {
    orders: placed.length,
    'with a discount': count(({ discount }) => discount !== null),
    'by stored card': count(({ way }) => way === 'card'),
    'by direct debit': count(({ way }) => way === 'debit'),
    withdrawn: count(({ withdrawal }) => withdrawal !== null && withdrawal !== undefined),
    'withdrawn in part': count(({ withdrawal, amount }) => (withdrawal?.amount ?? amount) < amount),
    cancelled: count((purchase) => purchase.cancelled),
  };
}

export function addOrders(sum: OrderCounts, more: OrderCounts): void {
  for (const [name, times] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + times;
}
