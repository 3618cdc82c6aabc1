import type { QueryClient } from '@tanstack/react-query';

import { isInstalled } from './call.ts';
import { settingsQuery, userQuery } from './queries.ts';
import { readDismissed } from './dismissed-alerts.ts';

/**
 * True if a visitor on a page without the entry warning may still have to be asked, since they began on a page that
 * everybody may read. The next page then comes from the server, which knows which pages ask. Never within a page,
 * which may hold unsaved text, nor in the installed app, which has no warning.
 */
export async function needsWarning(url: URL, queries: QueryClient): Promise<boolean> {
  if (url.pathname === location.pathname || readDismissed().includes('entry')) return false;
  if (isInstalled() || document.querySelector('dialog[data-entry]')) return false;
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  return user === null && settings.enable_site_entry_popup === 'yes';
}
