import type { Language } from '../../contract/languages.ts';
import { localeCookieDays, localeCookieName } from '../../contract/limits.ts';
import { CallError, call } from '../call.ts';
import { browserQueries } from '../page.ts';
import { userQuery } from '../queries.ts';

/**
 * Speaks another language from now on: the cookie for 365 days, the account of a logged-in member, and the page anew
 * (specification, sections 4 and 7).
 */
export async function changeLanguage(language: Language): Promise<void> {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${localeCookieName}=${language}; path=/; max-age=${localeCookieDays * 86_400}; samesite=lax${secure}`;
  if (browserQueries?.getQueryData(userQuery.queryKey)) {
    await call('updateUser', { language }).catch((error: unknown) => {
      // The page changes its language all the same; the account follows with the next change.
      if (!(error instanceof CallError)) throw error;
    });
  }
  location.reload();
}
