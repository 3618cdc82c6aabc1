import { type Language, isLanguage } from '../../../contract/platform/languages.ts';
import { inTime, storeLimitMs } from '../../platform/storage/in-time.ts';
import { build, sentencePaths, shellPath } from './build.ts';

const prefix = 'tealight-shell-';
const own = prefix + build.version;
const filesAtOnce = 16;
/** Marks the files of a build whose worker has been active. */
const activeMark = '/shell/active';

async function names(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** Keeps the last worker's languages. Fails as a whole, to be tried again, if another version responds. */
export async function fillShell(): Promise<void> {
  const cache = await caches.open(own);
  // Files that an earlier attempt stored need not be fetched again.
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = build.assets.filter((path) => !stored.has(path));
  // A batch is stored whole or not at all, so a failure loses one batch only.
  for (let from = 0; from < missing.length; from += filesAtOnce)
    await cache.addAll(missing.slice(from, from + filesAtOnce));
  for (const language of await languagesBefore()) await addLanguage(language);
}

async function languagesBefore(): Promise<Language[]> {
  const found = new Set<Language>();
  for (const name of await names())
    for (const { url } of await (await caches.open(name)).keys()) {
      const language = new URL(url).searchParams.get('lang');
      if (!isLanguage(language)) continue;
      // In the order in which the pages used them.
      found.delete(language);
      found.add(language);
    }
  return [...found];
}

/** Stores the shell and its sentences in a language. The shell is fetched without a session, as it is for everybody. */
export async function addLanguage(language: Language): Promise<void> {
  const cache = await caches.open(own);
  const path = shellPath(language);
  const stored = await cache.match(path);
  if (stored) {
    // Storing it again makes it the last.
    if (!(await lastShell(cache))?.endsWith(path)) await cache.put(path, stored);
    return;
  }
  const response = await fetch(path, { credentials: 'omit', cache: 'no-store' });
  const html = await response.clone().text();
  if (!response.ok || !fits(html)) throw new Error(`the shell is of another version: ${response.status}`);
  await cache.addAll(sentencePaths(language));
  await cache.put(path, response);
}

function fits(html: string): boolean {
  const known = new Set(build.assets);
  const named = [...html.matchAll(/["'](\/assets\/[\w./-]+\.(?:js|css|woff2))["']/g)].map(([, path = '']) => path);
  return named.length > 0 && named.every((path) => known.has(path));
}

/** Finds a stored file of this build, or of an older one for a page that was opened with it. */
export async function findAsset(request: Request): Promise<Response | undefined> {
  return caches.match(request, { ignoreVary: true });
}

/**
 * Finds the shell in the language that the pages used last; undefined if none is stored or the cache does not respond.
 */
export function findShell(): Promise<Response | undefined> {
  const find = async (): Promise<Response | undefined> => {
    const cache = await caches.open(own);
    const last = await lastShell(cache);
    return last === undefined ? undefined : cache.match(last);
  };
  return inTime(find(), storeLimitMs).catch(() => undefined);
}

async function lastShell(cache: Cache): Promise<string | undefined> {
  return (await cache.keys()).findLast(({ url }) => new URL(url).searchParams.has('lang'))?.url;
}

/**
 * Drops old shells. Open pages may still need the last active build. A build stored after it only waited or was
 * incomplete.
 */
export async function dropOldShells(): Promise<void> {
  await (await caches.open(own)).put(activeMark, new Response());
  // In the order in which they were created.
  const older = (await names()).filter((name) => name !== own);
  const wereActive: string[] = [];
  for (const name of older) if (await (await caches.open(name)).match(activeMark)) wereActive.push(name);
  const kept = wereActive.at(-1) ?? older.at(-1);
  for (const name of older) if (name !== kept) await caches.delete(name);
}
