import type { QueryClient } from '@tanstack/react-query';

import { isInstalled } from '../call.ts';
import { settingsQuery, userQuery } from '../queries.ts';
import { readDismissed } from '../shell/dismissed-alerts.ts';

/**
 * Whether a visitor on a page without the warning on entry may still be asked: whoever began on one that everybody may
 * read. The server knows which pages ask, so all that follow come from there. Never on the way within a page, which may
 * hold what somebody is writing, nor in the installed app, which has no warning.
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
