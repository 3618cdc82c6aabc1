import { type QueryClient, onlineManager } from '@tanstack/react-query';

import { keys } from '../platform/query-keys.ts';
import { themeCookieName, parseTheme } from '../shell/theme.ts';
import { membersIn, listRecords } from './database.ts';
import { inTime } from './in-time.ts';
import type { KeptQuery } from './keep-readable.ts';
import { leftBehind } from './left-behind.ts';

/**
 * Fills the query cache of the offline page, whose HTML is the same for everybody, with the kept data of the member
 * whose browser this is, and applies their theme.
 */
export async function restoreKept(queries: QueryClient): Promise<void> {
  const theme = parseTheme(new RegExp(`(?:^|; )${themeCookieName}=([^;]*)`).exec(document.cookie)?.[1]);
  if (theme) document.documentElement.dataset['theme'] = theme;
  onlineManager.setOnline(navigator.onLine);
  try {
    for (const { queryKey, data, at } of await inTime(readKept()))
      // Data that was fetched meanwhile is newer.
      if (queryKey[0] === keys.settings[0] || queries.getQueryData(queryKey) === undefined)
        queries.setQueryData(queryKey, data, { updatedAt: at });
  } catch {
    // Storage is forbidden or does not respond: the page only says that it is offline.
  }
}

/** Returns the kept queries of the member whose browser this is. */
async function readKept(): Promise<KeptQuery[]> {
  const owner = localStorage.getItem(leftBehind);
  const members = (await membersIn('kept')).filter((member) => owner === null || member === owner);
  // If there is data of two members, that of one is about to be removed.
  return members.length === 1 ? ((await listRecords('kept', members[0]!)) as KeptQuery[]) : [];
}
