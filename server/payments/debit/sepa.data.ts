export const eeaCountries: readonly string[] =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** SEPA countries by the country code of their IBANs. Gibraltar has its own; other dependencies use their country's. */
export const sepaCountries: ReadonlySet<string> = new Set([
  ...eeaCountries,
  ...'AD AL CH GB GI MC MD ME MK RS SM VA'.split(' '),
]);

/** Countries whose mobile numbers can get codes: the SEPA countries, and dependencies with their own number ranges. */
export const phoneCountries: ReadonlySet<string> = new Set([
  ...sepaCountries,
  ...'AX BL GF GG GP IM JE MF MQ PM RE YT'.split(' '),
]);
