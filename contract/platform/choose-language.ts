import { type Language, defaultLanguage, isLanguage, parseLanguage } from './languages.ts';

/**
 * Returns the account's language, else the cookie's, else that of the domain's first two letters, else the browser's
 * first one that the site offers, else the country's default (specification, section 4).
 */
export function chooseLanguage(known: LanguageHints): Language {
  return explainLanguage(known).language;
}

interface LanguageHints {
  /** The language of the account; null for visitors. */
  account: Language | null;
  cookie: string | null | undefined;
  domainLanguage: string | null;
  accepted: string | null | undefined;
  locales: readonly Language[];
}

/** Chooses like `chooseLanguage`, and also says which hint decided. */
export function explainLanguage(known: LanguageHints): {
  language: Language;
  by: 'account' | 'choice' | 'site' | 'browser' | 'default';
} {
  if (known.account) return { language: known.account, by: 'account' };
  if (isLanguage(known.cookie)) return { language: known.cookie, by: 'choice' };
  const byDomain = parseLanguage(known.domainLanguage);
  if (byDomain) return { language: byDomain, by: 'site' };
  const wanted = (known.accepted ?? '').split(',').map((part) => parseLanguage(part.trim()));
  const asked = wanted.find((language) => language !== undefined && known.locales.includes(language));
  return asked ? { language: asked, by: 'browser' } : { language: known.locales[0] ?? defaultLanguage, by: 'default' };
}
