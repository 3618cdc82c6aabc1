/**
 * The countries of the SEPA schemes by the country code of their IBANs. Gibraltar takes part with the United Kingdom and
 * has a code of its own; other dependencies use the IBANs of their countries.
 */
export const sepaCountries: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA GI'
  ).split(' '),
);

/** Where mobile numbers get codes: there, and in the dependencies that have numbers of their own. */
export const phoneCountries: ReadonlySet<string> = new Set([
  ...sepaCountries,
  ...'AX BL GF GG GP IM JE MF MQ PM RE YT'.split(' '),
]);
