import { pathTo } from '../../platform/pages/route-table.ts';

/** Returns the path of a method that our own page begins, as a debit needs a mandate; null for all others. */
export function debitPath(method: string, bundle: string, discountCode = ''): string | null {
  if (method !== 'sepa_direct_debit') return null;
  const query = new URLSearchParams({ bundle, ...(discountCode !== '' && { discount_code: discountCode }) });
  return `${pathTo('directdebit')}?${query.toString()}`;
}
