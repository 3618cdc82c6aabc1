import type { Country } from '../../../contract/platform/countries.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { Format } from './format.ts';

export function countriesByName(
  codes: readonly Country[],
  format: Pick<Format, 'country'>,
  language: Language,
): { code: Country; name: string }[] {
  return codes
    .map((code) => ({ code, name: format.country(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
}
