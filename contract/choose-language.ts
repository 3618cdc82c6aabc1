import { type Language, defaultLanguage, isLanguage, languageOf } from './languages.ts';

/**
 * The language of a page, and of an account created there (specification, section 4): that of the member's account,
 * else the visitor's choice in the cookie, else the first two letters of the domain's language, else the browser's first
 * language that the site offers, else the country's default.
 */
export function chooseLanguage(known: {
  /** The language of the account; null for visitors. */
  account: Language | null;
  cookie: string | null | undefined;
  domainLanguage: string | null;
  accepted: string | null | undefined;
  locales: readonly Language[];
}): Language {
  if (known.account) return known.account;
  if (isLanguage(known.cookie)) return known.cookie;
  const byDomain = languageOf(known.domainLanguage);
  if (byDomain) return byDomain;
  const wanted = (known.accepted ?? '').split(',').map((part) => languageOf(part.trim()));
  return (
    wanted.find((language) => language !== undefined && known.locales.includes(language)) ??
    known.locales[0] ??
    defaultLanguage
  );
}
