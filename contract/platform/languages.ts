/** The eleven languages of the product (specification, sections 1 and 9), in the order of the language menu. */
export const languages = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl', 'da', 'fi', 'nb', 'sv'] as const;

export type Language = (typeof languages)[number];

/** The language if neither cookie, domain nor browser names one. */
export const defaultLanguage: Language = 'en';

/** The language of dates if the runtime lacks the wanted one (specification, section 9). */
export const defaultDateLanguage: Language = 'nl';

/** Locale entry (specification, section 3). */
interface Locale {
  code: Language;
  /** BCP 47 tag for dates, numbers and money. */
  iso: string;
  /** The language's code in GIF searches, which know Norwegian only as `no`. */
  gifLocale: string;
  file: string;
}

function locale(code: Language, iso: string, gifLocale: string = code): Locale {
  return { code, iso, gifLocale, file: `${code}.json` };
}

export const locales: Record<Language, Locale> = {
  en: locale('en', 'en-GB'),
  nl: locale('nl', 'nl-NL'),
  de: locale('de', 'de-DE'),
  it: locale('it', 'it-IT'),
  fr: locale('fr', 'fr-FR'),
  es: locale('es', 'es-ES'),
  pl: locale('pl', 'pl-PL'),
  da: locale('da', 'da-DK'),
  fi: locale('fi', 'fi-FI'),
  nb: locale('nb', 'nb-NO', 'no'),
  sv: locale('sv', 'sv-SE'),
};

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

/** Returns the language of the first two letters of a tag such as `de-AT`, if supported (specification, section 4). */
export function parseLanguage(tag: string | undefined | null): Language | undefined {
  const short = tag?.slice(0, 2).toLowerCase();
  // Norwegian browsers ask for no or nn; the product offers Bokmål.
  if (short === 'no' || short === 'nn') return 'nb';
  return isLanguage(short) ? short : undefined;
}
