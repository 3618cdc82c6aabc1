import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { RouteName } from '../web/platform/route-table.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';

interface Loaded {
  parentId?: string;
  module: string;
  imports: string[];
  clientLoaderModule?: string;
  clientActionModule?: string;
}

const client = join(pagesFolder, 'client');

function readManifest(): { entry: Loaded; routes: Record<string, Loaded> } {
  const file = readdirSync(join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name)) ?? '';
  const text = readFileSync(join(client, 'assets', file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as ReturnType<typeof readManifest>;
}

/** Compressed bytes of script that a page loads before hydration, for the entry, the route and its layouts. */
function getWeight(page: RouteName): number {
  const { entry, routes } = readManifest();
  const files = new Set([entry.module, ...entry.imports]);
  for (let id: string | undefined = page; id; id = routes[id]?.parentId) {
    const { module, imports, clientLoaderModule, clientActionModule } = routes[id] as Loaded;
    for (const file of [module, clientLoaderModule, clientActionModule, ...imports]) if (file) files.add(file);
  }
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0);
}

/** In bytes. A commit that raises a limit states why it is worth it. */
const budgets = {
  // After the first interaction; the start page itself loads no script (`web/platform/deferred-program.tsx`).
  index: 153_400,
  // Includes the parts that every page has: unreadable responses, blocked browser storage, failed logouts, unsent data
  // of an ended session, timeouts for the browser's stores, input typed before the script arrived, the focus on the title
  // of an opened page, the ways on from an error, and the window drawn above forms of access.
  login: 152_800,
  // Includes the shell's question about unsent messages before a logout, the alert about a failing address, and the
  // question before a match ends, with the undo of a like. The pages of members also load what opens next while they
  // are idle, say that a member is on a break, lead to the game and the daily picks, and filter by languages spoken.
  members: 184_400,
  'members-id': 181_000,
  // Includes the search beside the conversation, the part around a found message, a text for each reason why a message
  // waits, the list's mark for failed messages, and photos by paste or drop, with the reasons why they are refused.
  'chats-id': 190_900,
  likes: 170_000,
  // Includes the day from which another country's prices are in force, and the name of the tax.
  credits: 168_500,
  settings: 176_600,
  // Each field saves automatically, with an undo, and every page reports unsent data of an ended session. Leaving asks
  // while a photo is uploading. Unsaved texts are restored, and a pasted picture becomes a photo. The
  // member says which languages they speak.
  profile: 183_000,
} as const satisfies Partial<Record<RouteName, number>>;

describe.skipIf(!pagesAreBuilt)('the script of a page', () => {
  it.for(Object.entries(budgets) as [RouteName, number][])('of %s stays within %i bytes', ([page, budget]) => {
    const weight = getWeight(page);
    expect(weight).toBeGreaterThan(100_000);
    expect(weight).toBeLessThanOrEqual(budget);
  });
});
