import { type Country, countries, countryCodes, isCountry } from './countries.ts';
import { type Language, parseLanguage } from './languages.ts';

/**
 * Returns the visitor's choice, else the edge's country, else the region of the browser's language, else the language's
 * first country. Only countries of the site count, and a region only if the page's language is spoken there: a Dutch
 * page in an `en-US` browser is read in the Netherlands.
 */
export function chooseCountry(known: CountryHints): Country {
  return explainCountry(known).country;
}

interface CountryHints {
  /** The country chosen at `/lang-config`. */
  chosen?: string | null | undefined;
  geoip: string | null;
  /** The Accept-Language header. */
  accepted: string | null | undefined;
  language: Language;
  offered: readonly Country[];
}

/** Chooses like `chooseCountry`, and also says which hint decided. */
export function explainCountry(known: CountryHints): { country: Country; by: 'choice' | 'edge' | 'browser' | 'guess' } {
  const { chosen, geoip, language, offered } = known;
  if (chosen && isCountry(chosen) && offered.includes(chosen)) return { country: chosen, by: 'choice' };
  if (geoip && isCountry(geoip) && offered.includes(geoip)) return { country: geoip, by: 'edge' };
  const speaking = offered.filter((country) => (countries[country].locales as readonly Language[]).includes(language));
  const regions = parseTags(known.accepted)
    // The first tag is the browser's own language; further tags count only if they match the page's language.
    .filter((tag, place) => place === 0 || parseLanguage(tag) === language)
    .map(parseRegion);
  const byRegion = regions.find((region) => speaking.includes(region as Country)) as Country | undefined;
  if (byRegion) return { country: byRegion, by: 'browser' };
  const first = speaking.find((country) => countries[country].locales[0] === language);
  return { country: first ?? offered[0] ?? (countryCodes[0] as Country), by: 'guess' };
}

/** Returns a search's default country; null (all) on the demo site: sixty members live in nineteen countries. */
export function searchCountry(isDemo: boolean, own: Country | null): Country | null {
  return isDemo ? null : own;
}

function parseTags(accepted: string | null | undefined): string[] {
  return (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');
}

/** Returns `GB` for `en-GB`, and `CH` for `de-Latn-CH`. */
function parseRegion(tag: string): string | undefined {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:-|$)/i.exec(tag)?.[1]?.toUpperCase();
}
