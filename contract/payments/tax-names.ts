/** The kinds of tax: value added, goods and services, harmonized, and sales tax. */
export const taxNames = ['vat', 'gst', 'hst', 'sales'] as const;

/** The provinces of Canada in which the harmonized sales tax replaces the federal tax. */
export const harmonizedProvinces: readonly string[] = ['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE'];

/** Regions where their country's tax does not apply. */
export const untaxedRegions: readonly string[] = ['ES-CE', 'ES-CN', 'ES-ML', 'FI-01'];

/** True if the price includes a tax. Sales tax in the United States applies only to sellers with a presence there. */
export function isTaxed(country: string, region: string | null): boolean {
  return country !== 'US' && !(region !== null && untaxedRegions.includes(region));
}

export function getTaxName(country: string, region: string | null): (typeof taxNames)[number] {
  if (country === 'CA') return region !== null && harmonizedProvinces.includes(region) ? 'hst' : 'gst';
  if (country === 'AU' || country === 'NZ') return 'gst';
  return country === 'US' ? 'sales' : 'vat';
}
