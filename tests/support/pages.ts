import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { TestApp, TestClient } from './test-app.ts';

export const pagesFolder = fileURLToPath(new URL('../../build/web', import.meta.url));

/** Whether there is a build to test; `npm test` builds first. */
export const pagesAreBuilt = existsSync(join(pagesFolder, 'server/index.js'));

const entities: Record<string, string> = { amp: '&', quot: '"', '#x27': "'", lt: '<', gt: '>' };

/** Extracts the visible words of HTML, without tags. */
export function extractText(html: string): string {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|quot|#x27|lt|gt);/g, (_all, name: string) => entities[name] ?? '');
  return plain(words);
}

/** Collapses whitespace to single spaces and trims. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Opens a page as the server renders it, before any script runs. */
export async function openPage(
  test: TestApp,
  client: TestClient,
  url: string,
): Promise<{ status: number; html: string; location: string | undefined; robots: unknown }> {
  const answer = await test.app.server.inject({
    url,
    headers: { host: 'localhost', accept: 'text/html' },
    cookies: Object.fromEntries(client.cookies),
  });
  const { location, 'x-robots-tag': robots } = answer.headers;
  return { status: answer.statusCode, html: answer.body, location, robots };
}
