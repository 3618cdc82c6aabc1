import Type from 'typebox';

import { CountryCode, Currency, DateTime, nullable } from './common.ts';

/** Whose prices are listed, and for a member whose profile names another country, that one and from when on it holds. */
export const PriceCountry = {
  country: CountryCode,
  next_country: nullable(Type.Object({ country: CountryCode, from: DateTime })),
  currency: Currency,
};
