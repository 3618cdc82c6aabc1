import Type from 'typebox';

import { CountryCode, Currency, DateTime, nullable } from '../platform/common.ts';

/** The country whose prices are listed. `next_country`: a member's new country, and when its prices begin to apply. */
export const PriceCountry = {
  country: CountryCode,
  next_country: nullable(Type.Object({ country: CountryCode, from: DateTime })),
  currency: Currency,
};
