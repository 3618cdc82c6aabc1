/** Every sequence has sites of its own, each with its own company, prices, codes and provider. */
export const siteNames = ['first', 'second'] as const;
export type SiteName = (typeof siteNames)[number];

export const siteProviders: Readonly<Record<SiteName, 'mollie' | 'stripe'>> = { first: 'mollie', second: 'stripe' };

/** Markets: the smallest amount that providers charge, in minor units, and the tax in percent. */
export const markets = {
  NL: { currency: 'EUR', least: 50, tax: 21 },
  GB: { currency: 'GBP', least: 30, tax: 20 },
  NO: { currency: 'NOK', least: 300, tax: 25 },
} as const;
export type Market = keyof typeof markets;
export const marketNames = Object.keys(markets) as Market[];

/** The bundles at their first prices, some with fewer credits than cents and some with more. */
export const bundles = [
  { id: 'some', credits: 50, minor: { NL: 999, GB: 899, NO: 10_900 } },
  { id: 'more', credits: 120, minor: { NL: 1_999, GB: 1_799, NO: 21_900 } },
  { id: 'most', credits: 300, minor: { NL: 4_999, GB: 6_799, NO: 54_900 } },
  { id: 'few', credits: 7, minor: { NL: 1_333, GB: 299, NO: 109_900 } },
  { id: 'cheap', credits: 90, minor: { NL: 60, GB: 41, NO: 350 } },
] as const;
export type BundleId = (typeof bundles)[number]['id'];
