/** What the tax is called: value added, goods and services, harmonized, or sales tax. */
export const taxNames = ['vat', 'gst', 'hst', 'sales'] as const;

/** The provinces of Canada in which the harmonized sales tax takes the place of the federal one. */
export const harmonizedProvinces: readonly string[] = ['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE'];

/** Regions outside the tax of their country. */
export const untaxedRegions: readonly string[] = ['ES-CE', 'ES-CN', 'ES-ML', 'FI-01'];

/** Whether the buyer pays a tax within the price. Sales tax in the United States needs a presence there. */
export function isTaxed(country: string, region: string | null): boolean {
  return country !== 'US' && !(region !== null && untaxedRegions.includes(region));
}

/** What the tax is called where the buyer is. */
export function taxNameOf(country: string, region: string | null): (typeof taxNames)[number] {
  if (country === 'CA') return region !== null && harmonizedProvinces.includes(region) ? 'hst' : 'gst';
  if (country === 'AU' || country === 'NZ') return 'gst';
  return country === 'US' ? 'sales' : 'vat';
}
