import { type ActionFunctionArgs, redirectDocument } from 'react-router';

import { localeCookieDays } from '../../contract/platform/limits.ts';
import { readFields } from '../platform/pages/form-action.ts';
import { notFound, readContext, safeNext } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';

/** Records without script that a visitor is an adult (with script, the warning does), and redirects to the page. */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  const { origin, cookieDismissed } = readContext(context);
  const { next = '' } = await readFields(request);
  const now = Math.floor(Date.now() / 1000);
  const entries = [...cookieDismissed.split('.').filter(Boolean), 'age-gate'].map((name) => `${name}:${now}`);
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const back = redirectDocument(safeNext(next, pathTo('index')));
  back.headers.append(
    'set-cookie',
    `dismissed=${entries.join('.')}; Path=/; Max-Age=${localeCookieDays * 86_400}; SameSite=Lax${secure}`,
  );
  return back;
}

export const loader = (): never => notFound();
