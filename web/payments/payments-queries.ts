import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { Country } from '../../contract/platform/countries.ts';
import type { Cause } from '../../contract/credits/causes.ts';
import type { Input, Output } from '../../contract/index.ts';
import { callFrom, keys } from '../platform/calls/queries.ts';

/** Bundles, prices and methods for `country` (by default the viewer's), with the discount of `code`. */
export function bundlesQuery(country?: Country, code?: string) {
  return queryOptions({
    queryKey: keys.bundles(country ?? 'own', code),
    queryFn: (context) =>
      callFrom(context)('listBundles', { ...(country && { country }), ...(code && { discount_code: code }) }),
    staleTime: 300_000,
  });
}

/** Reads the current price of an order, whenever it is shown and at the end of the time bonus. */
export function orderPriceQuery(order: Input<'priceOrder'>) {
  return queryOptions({
    queryKey: keys.orderPrice(order),
    queryFn: (context) => callFrom(context)('priceOrder', order),
    staleTime: 0,
  });
}

export function debitQuery(id: DebitId) {
  return queryOptions({
    queryKey: keys.debit(id),
    queryFn: (context) => callFrom(context)('getDirectDebit', { id }),
    staleTime: 0,
  });
}

export function paymentQuery(id: PaymentId) {
  return queryOptions({
    queryKey: keys.payment(id),
    queryFn: (context) => callFrom(context)('getPayment', { id }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** The nearest members, some of whom have photos that premium unlocks. */
export const nearbyQuery = queryOptions({
  queryKey: keys.similar('after-payment'),
  queryFn: (context) => callFrom(context)('searchProfiles', { with_photo: true }),
  staleTime: 300_000,
});

export function ledgerQuery(cause: Cause | undefined) {
  return infiniteQueryOptions({
    queryKey: keys.ledgerByCause(cause ?? 'all'),
    queryFn: (context) =>
      callFrom(context)('listLedger', { pageNumber: context.pageParam, ...(cause !== undefined && { cause }) }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.entries.length, 0);
      return loaded < last.numResults ? last.pageNumber + 1 : undefined;
    },
  });
}

/** The stored cards and what they can repeat, polled while a card is being confirmed. */
export const repeatOrdersQuery = queryOptions({
  queryKey: keys.repeatOrders,
  queryFn: (context) => callFrom(context)('listRepeatOrders'),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.cards.some((card) => card.state === 'pending') ? 5_000 : false),
});

export const paymentsQuery = infiniteQueryOptions({
  queryKey: keys.payments,
  queryFn: (context) => callFrom(context)('listPayments', context.pageParam ? { before: context.pageParam } : {}),
  initialPageParam: null as string | null,
  getNextPageParam: (last) => last.before,
});

export type Offer = Output<'listBundles'>;
export type OfferedBundle = Offer['bundles'][number];
export type OwnPayment = Output<'getPayment'>;

export function bundleIn({ bundles }: Offer, wanted: string | null | undefined): string {
  return (bundles.find(({ id }) => id === wanted) ?? bundles[1] ?? bundles[0])?.id ?? '';
}
