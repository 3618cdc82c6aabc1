/**
 * The names of taxes: on added value, which has German words of its own in Austria and Switzerland, on goods and
 * services, harmonized, and on sales.
 */
export const taxNames = ['vat', 'ust', 'mwst', 'gst', 'hst', 'sales'] as const;

/** The provinces of Canada in which the harmonized sales tax replaces the federal tax. */
export const harmonizedProvinces: readonly string[] = ['CA-NB', 'CA-NL', 'CA-NS', 'CA-ON', 'CA-PE'];

/** Regions where their country's tax does not apply. */
export const untaxedRegions: readonly string[] = ['ES-CE', 'ES-CN', 'ES-ML', 'FI-01'];

/** True if the price includes a tax. Sales tax in the United States applies only to sellers with a presence there. */
export function isTaxed(country: string, region: string | null): boolean {
  return country !== 'US' && !(region !== null && untaxedRegions.includes(region));
}

const ownNames: ReadonlyMap<string, (typeof taxNames)[number]> = new Map([
  ['US', 'sales'],
  ['AT', 'ust'],
  ['CH', 'mwst'],
  ['AU', 'gst'],
  ['NZ', 'gst'],
]);

export function getTaxName(country: string, region: string | null): (typeof taxNames)[number] {
  if (country === 'CA') return region !== null && harmonizedProvinces.includes(region) ? 'hst' : 'gst';
  return ownNames.get(country) ?? 'vat';
}
