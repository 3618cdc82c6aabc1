/** The eleven languages of the product (specification, sections 1 and 9), in the order of the language menu. */
export const languages = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl', 'da', 'fi', 'nb', 'sv'] as const;

export type Language = (typeof languages)[number];

/** Used when cookie, domain and browser name none. */
export const defaultLanguage: Language = 'en';

/** BCP 47 tag for dates, numbers and money of each language. */
export const languageTags: Record<Language, string> = {
  en: 'en-GB',
  nl: 'nl-NL',
  de: 'de-DE',
  it: 'it-IT',
  fr: 'fr-FR',
  es: 'es-ES',
  pl: 'pl-PL',
  da: 'da-DK',
  fi: 'fi-FI',
  nb: 'nb-NO',
  sv: 'sv-SE',
};

/** Name of each language in that language, for the language menu. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  nl: 'Nederlands',
  de: 'Deutsch',
  it: 'Italiano',
  fr: 'Français',
  es: 'Español',
  pl: 'Polski',
  da: 'Dansk',
  fi: 'Suomi',
  nb: 'Norsk',
  sv: 'Svenska',
};

export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}

/** The language that the first two letters of a tag such as `de-AT` name, if any (specification, section 4). */
export function languageOf(tag: string | undefined | null): Language | undefined {
  const short = tag?.slice(0, 2).toLowerCase();
  // Norwegian browsers ask for no or nn; the product offers Bokmål.
  if (short === 'no' || short === 'nn') return 'nb';
  return isLanguage(short) ? short : undefined;
}
