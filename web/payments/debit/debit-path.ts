import { pathTo } from '../../route-table.ts';

/** Where an order is placed that is not placed at a provider's pay page: a direct debit needs a mandate first. */
export function debitPath(method: string, bundle: string, discountCode = ''): string | null {
  if (method !== 'sepa_direct_debit') return null;
  const query = new URLSearchParams({ bundle, ...(discountCode !== '' && { discount_code: discountCode }) });
  return `${pathTo('directdebit')}?${query.toString()}`;
}
