import { type QueryClient, onlineManager } from '@tanstack/react-query';

import { keys } from '../cache/query-keys.ts';
import { themeCookieName, themeOf } from '../shell/theme.ts';
import { membersIn, recordsOf } from './database.ts';
import { inTime } from './in-time.ts';
import type { KeptQuery } from './keep-readable.ts';
import { leftBehind } from './left-behind.ts';

/**
 * Fills the query cache of the page that opens without a connection: its HTML is nobody's, and what was kept says whose
 * browser this is, and which theme they chose.
 */
export async function restoreKept(queries: QueryClient): Promise<void> {
  const theme = themeOf(new RegExp(`(?:^|; )${themeCookieName}=([^;]*)`).exec(document.cookie)?.[1]);
  if (theme) document.documentElement.dataset['theme'] = theme;
  onlineManager.setOnline(navigator.onLine);
  try {
    for (const { queryKey, data, at } of await inTime(readKept()))
      // What was fetched meanwhile is newer.
      if (queryKey[0] === keys.settings[0] || queries.getQueryData(queryKey) === undefined)
        queries.setQueryData(queryKey, data, { updatedAt: at });
  } catch {
    // Storage is forbidden, or does not answer: the page says that there is no connection.
  }
}

/** What was kept of the member whose browser this is. */
async function readKept(): Promise<KeptQuery[]> {
  const owner = localStorage.getItem(leftBehind);
  const members = (await membersIn('kept')).filter((member) => owner === null || member === owner);
  // Of two, one is about to be removed.
  return members.length === 1 ? ((await recordsOf('kept', members[0]!)) as KeptQuery[]) : [];
}
