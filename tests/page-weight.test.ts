import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { RouteName } from '../web/route-table.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';

interface Loaded {
  parentId?: string;
  module: string;
  imports: string[];
  clientLoaderModule?: string;
  clientActionModule?: string;
}

const client = join(pagesFolder, 'client');

/** What each route loads before hydration, as the build says. */
function readManifest(): { entry: Loaded; routes: Record<string, Loaded> } {
  const file = readdirSync(join(client, 'assets')).find((name) => /^manifest-.*\.js$/.test(name)) ?? '';
  const text = readFileSync(join(client, 'assets', file), 'utf8');
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as ReturnType<typeof readManifest>;
}

/** Compressed bytes of script that a page loads before hydration: for the entry, the route and its layouts. */
function weightOf(page: RouteName): number {
  const { entry, routes } = readManifest();
  const files = new Set([entry.module, ...entry.imports]);
  for (let id: string | undefined = page; id; id = routes[id]?.parentId) {
    const { module, imports, clientLoaderModule, clientActionModule } = routes[id] as Loaded;
    for (const file of [module, clientLoaderModule, clientActionModule, ...imports]) if (file) files.add(file);
  }
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length, 0);
}

/** In bytes. A commit that raises a limit says why that is worth it. */
const budgets = {
  // After the first interaction: the start page itself loads none (`web/defer-hydration.ts`).
  index: 153_000,
  // Of which every page: an answer that cannot be read is none, storage that the browser blocks, a logout that fails, and
  // what waits for a member whose session ended before it was sent; no store of the browser is waited for without a limit; and
  // what was typed or chosen before the script arrived stays.
  login: 152_300,
  // With unsent messages, the shell asks before a logout; and it tells of an address that does not work, and corrects it.
  members: 183_400,
  'members-id': 180_200,
  // With the search beside the conversation, the part that it leads to, a word for each way in which a message waits,
  // a mark in the list for what did not get through, and a photo by paste or drop, refused in words where it cannot be sent.
  'chats-id': 190_500,
  likes: 169_300,
  // With the day from which another country's prices hold, and the name of the tax.
  credits: 166_700,
  settings: 175_500,
  // Each field saves by itself, with an undo; and every page tells what was not sent when a session ended without one.
  // Leaving asks while a photo is on its way. Own words that were not saved are there again; a pasted picture is a photo.
  profile: 179_800,
} as const satisfies Partial<Record<RouteName, number>>;

describe.skipIf(!pagesAreBuilt)('the script of a page', () => {
  it.for(Object.entries(budgets) as [RouteName, number][])('of %s stays within %i bytes', ([page, budget]) => {
    const weight = weightOf(page);
    expect(weight).toBeGreaterThan(100_000);
    expect(weight).toBeLessThanOrEqual(budget);
  });
});
