import { pathTo } from '../../platform/route-table.ts';

/** The path of methods that are not paid on a provider's page, else null: a direct debit needs a mandate first. */
export function debitPath(method: string, bundle: string, discountCode = ''): string | null {
  if (method !== 'sepa_direct_debit') return null;
  const query = new URLSearchParams({ bundle, ...(discountCode !== '' && { discount_code: discountCode }) });
  return `${pathTo('directdebit')}?${query.toString()}`;
}
