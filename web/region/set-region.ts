import { type ActionFunctionArgs, redirectDocument } from 'react-router';

import { isLanguage } from '../../contract/languages.ts';
import { localeCookieDays, localeCookieName } from '../../contract/limits.ts';
import { CallError } from '../call.ts';
import { readFields } from '../form-action.ts';
import { callInProcess, queriesOf, readContext, safeNext } from '../page.ts';
import { userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';

/** Sets the language without script (with script, `change-language.ts` does) and redirects back to the page. */
export async function setLanguage({ request, context }: ActionFunctionArgs): Promise<Response> {
  const page = readContext(context);
  const { language, next = '' } = await readFields(request);
  const back = redirectDocument(safeNext(next, pathTo('index')));
  if (!isLanguage(language)) return back;
  const secure = page.origin.startsWith('https:') ? '; Secure' : '';
  const seconds = localeCookieDays * 86_400;
  back.headers.append(
    'set-cookie',
    `${localeCookieName}=${language}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`,
  );
  if (await queriesOf(page).ensureQueryData(userQuery)) {
    await callInProcess(page)('updateUser', { language }).catch((error: unknown) => {
      // The account keeps its language, and so does the page: the member sees it and can try again.
      if (!(error instanceof CallError)) throw error;
    });
  }
  return back;
}
