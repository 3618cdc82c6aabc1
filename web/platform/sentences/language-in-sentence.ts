import type { Language } from '../../../contract/platform/languages.ts';

/** The languages that write the names of languages with a capital, inside sentences too. */
const capitalizing = /en|nl|de/;

/**
 * Returns a language's name as it stands inside a sentence in `language`. Names in lists begin with a capital, and in
 * some browsers those of `Intl.DisplayNames`, too. A Danish sentence has none: "Du ser siden på dansk".
 */
export function languageInSentence(name: string, language: Language): string {
  return capitalizing.test(language) ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the names of several languages for a sentence: "dansk og engelsk". */
export function languagesInSentence(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names.map((name) => languageInSentence(name, language)));
}
