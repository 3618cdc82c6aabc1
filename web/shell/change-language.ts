import type { Language } from '../../contract/platform/languages.ts';
import { localeCookieDays, localeCookieName } from '../../contract/platform/limits.ts';
import { CallError, call } from '../platform/call.ts';
import { browserQueries } from '../platform/page.ts';
import { userQuery } from '../platform/queries.ts';

/**
 * Changes the language: in the cookie for 365 days, in the account of a logged-in member, and on the page by reloading
 * it (specification, sections 4 and 7).
 */
export async function changeLanguage(language: Language): Promise<void> {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${localeCookieName}=${language}; path=/; max-age=${localeCookieDays * 86_400}; samesite=lax${secure}`;
  if (browserQueries?.getQueryData(userQuery.queryKey)) {
    await call('updateUser', { language }).catch((error: unknown) => {
      // Account and page both keep the old language, so that the member notices the failure and can try again.
      if (!(error instanceof CallError)) throw error;
    });
  }
  location.reload();
}
