import { type ActionFunctionArgs, redirectDocument } from 'react-router';

import { isCountry } from '../../contract/platform/countries.ts';
import { type Language, isLanguage } from '../../contract/platform/languages.ts';
import { countryCookieName, localeCookieDays, localeCookieName } from '../../contract/platform/limits.ts';
import { CallError } from '../platform/call.ts';
import { readFields } from '../platform/form-action.ts';
import type { PageContext } from '../platform/page-context.ts';
import { callInProcess, getPageQueries, readContext, safeNext } from '../platform/page.ts';
import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';

/** Sets the language (with JavaScript, `change-language.ts` does so) or a visitor's country, then redirects back. */
export async function setRegion({ request, context }: ActionFunctionArgs): Promise<Response> {
  const page = readContext(context);
  const { language, country, next = '' } = await readFields(request);
  const back = redirectDocument(safeNext(next, pathTo('index')));
  const secure = page.origin.startsWith('https:') ? '; Secure' : '';
  const keep = (name: string, value: string): void =>
    back.headers.append(
      'set-cookie',
      `${name}=${value}; Path=/; Max-Age=${localeCookieDays * 86_400}; SameSite=Lax${secure}`,
    );
  if (country !== undefined && isCountry(country)) keep(countryCookieName, country);
  if (isLanguage(language)) {
    keep(localeCookieName, language);
    await setAccountLanguage(page, language);
  }
  return back;
}

async function setAccountLanguage(page: PageContext, language: Language): Promise<void> {
  if (!(await getPageQueries(page).ensureQueryData(userQuery))) return;
  await callInProcess(page)('updateUser', { language }).catch((error: unknown) => {
    // Account and page both keep the old language, so that the member notices the failure and can try again.
    if (!(error instanceof CallError)) throw error;
  });
}
