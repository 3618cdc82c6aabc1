import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import type { RouteName } from '../web/platform/pages/route-table.ts';
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

/**
 * Computes the compressed bytes of script that a page loads before hydration, for the entry, the route and its layouts.
 */
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
  // After the first interaction; the start page itself loads no script (`web/platform/pages/deferred-program.tsx`).
  index: 153_400,
  // Every page loads about 150 KB: React, its router, the query client and the shell.
  login: 152_800,
  members: 184_400,
  'members-id': 181_000,
  'chats-id': 190_900,
  likes: 170_000,
  credits: 168_500,
  settings: 176_600,
  profile: 183_000,
} as const satisfies Partial<Record<RouteName, number>>;

describe.skipIf(!pagesAreBuilt)('the script of a page', () => {
  it.for(Object.entries(budgets) as [RouteName, number][])('of %s stays within %i bytes', ([page, budget]) => {
    const weight = getWeight(page);
    expect(weight).toBeGreaterThan(100_000);
    expect(weight).toBeLessThanOrEqual(budget);
  });
});
