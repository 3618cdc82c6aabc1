import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, data, redirect } from 'react-router';

import type { OperationName } from '../../../contract/calls.ts';
import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import type { ErrorBody, ErrorCode } from '../../../contract/platform/errors.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { isSafeNext, plainQuery } from '../../../contract/platform/safe-next.ts';
import { admitsSearch } from '../../../contract/sources/tracking.ts';
import type { Part } from '../../../locales/parts.ts';
import { type Call, CallError, callOverHttp, isInstalled } from '../calls/call.ts';
import { readDismissed } from '../dismissed-alerts.ts';
import { type PageContext, pageContext } from './page-context.ts';
import { type User, createQueries, settingsQuery, userQuery, visitorSourceQuery } from '../calls/queries.ts';
import { type Guard, type RouteName, addQuery, pathTo, routeTable } from './route-table.ts';
import { loadSentences } from '../sentences/sentences.tsx';

/** Arguments of a page's `load`, the same on the server and in the browser. */
export interface PageArgs {
  params: Record<string, string | undefined>;
  url: URL;
  user: User | null;
  call: Call;
  ensure<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<T>;
  ensurePages<T, K extends QueryKey, P>(options: FetchInfiniteQueryOptions<T, Error, T, K, P>): Promise<void>;
}

export interface PageOptions {
  parts: readonly Part[];
  /**
   * `deferred`: the first interaction loads the program (`deferred-program.tsx`). `never`: the page has only its own
   * scripts (`page-script.tsx`), and its links load whole pages. Undefined: the program is loaded with the page.
   */
  program?: 'deferred' | 'never';
  /** `false`: the server does not reuse the page for other visitors, because its content may expire or differ. */
  kept?: false;
  load?: (args: PageArgs) => Promise<unknown>;
}

/** The options of a page that the document and the server read. */
export type PageHandle = Pick<PageOptions, 'parts' | 'program' | 'kept'>;

export const shellParts = ['common', 'shell', 'errors'] as const satisfies readonly Part[];

/** The query client of the browser. On the server, each page has its own in its context. */
export const browserQueries: QueryClient | undefined = typeof window === 'undefined' ? undefined : createQueries();

/** Creates the loaders of a page (guard, sentences, queries), to export as `loader`, `clientLoader`, `handle`. */
export function definePage(
  name: RouteName,
  options: PageOptions,
): {
  loader: (args: LoaderFunctionArgs) => Promise<null>;
  clientLoader: (args: ClientLoaderFunctionArgs) => Promise<null>;
  handle: PageHandle;
} {
  return {
    loader: async ({ context, params, request }) => {
      const page = readContext(context);
      const queries = getPageQueries(page);
      const language = await languageOfPage(page);
      return open(name, options, { queries, call: callInProcess(page), params, url: new URL(request.url), language });
    },
    clientLoader: async ({ params, request }) => {
      const language = document.documentElement.lang as Language;
      const queries = browserQueries ?? createQueries();
      const url = new URL(request.url);
      if (await needsWarning(url, queries)) {
        location.assign(url);
        // Never resolves: another page replaces this one.
        return new Promise<never>(() => undefined);
      }
      return open(name, options, { queries, call: callOverHttp, params, url, language });
    },
    handle: options,
  };
}

interface Opening {
  queries: QueryClient;
  call: Call;
  params: Record<string, string | undefined>;
  url: URL;
  language: Language;
}

async function open(
  name: RouteName,
  options: PageOptions,
  { queries, call, params, url, language }: Opening,
): Promise<null> {
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  const source = queries.getQueryData(visitorSourceQuery.queryKey);
  guard(routeTable[name].guard, user, admitsSearch(settings, source?.has ?? false), url);
  try {
    await Promise.all([
      loadSentences(language, [...shellParts, ...options.parts]),
      options.load?.({
        params,
        url,
        user,
        call,
        ensure: (wanted) => queries.ensureQueryData(wanted as never) as never,
        ensurePages: async (wanted) => {
          await queries.ensureInfiniteQueryData(wanted as never);
        },
      }),
    ]);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.body.authentication_required) throw redirect(loginPath(url));
    // Parameters that the server rejects mean that there is no such page.
    if (error.code === 'input.invalid') notFound();
    fail(error.body, error.status);
  }
  return null;
}

export function notFound(error: ErrorCode = 'request.not-found'): never {
  fail({ error }, 404);
}

function fail(body: Partial<ErrorBody>, status: number): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to respond with a status
  throw data(body, { status });
}

function guard(kind: Guard, user: User | null, visitorsMaySearch: boolean, url: URL): void {
  if (kind === 'member' && !user) throw redirect(loginPath(url));
  if (kind === 'search' && !user && !visitorsMaySearch) throw redirect(loginPath(url));
  if (kind === 'visitor' && user) throw redirect(safeNext(url.searchParams.get('next'), pathTo('members')));
}

export function loginPath(url: URL): string {
  return withNext(pathTo('login'), toNextPath(url));
}

/** Adds the path to continue to to the path of a page; '' adds nothing. */
export function withNext(path: string, next: string): string {
  return addQuery(path, next && `next=${encodeURIComponent(next)}`);
}

/** Returns the address of a page in the form that `next` allows, whatever characters its query contains. */
export function toNextPath({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string {
  const query = plainQuery(new URLSearchParams(search));
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** Returns `next` if it is a path of this site, else the fallback: prevents redirects to other sites. */
export function safeNext(next: string | null, fallback: string): string {
  return next !== null && isSafeNext(next) ? next : fallback;
}

export function readContext(context: LoaderFunctionArgs['context']): PageContext {
  return (context as unknown as { get(key: typeof pageContext): PageContext }).get(pageContext);
}

/**
 * Returns the query client of a page on the server: created by the first loader, shared by all loaders and the
 * rendering.
 */
export function getPageQueries(page: PageContext): QueryClient {
  if (page.queries) return page.queries;
  page.queries = createQueries(callInProcess(page));
  page.queries.setQueryData(visitorSourceQuery.queryKey, page.source);
  return page.queries;
}

export function callInProcess(page: PageContext): Call<OperationName> {
  return async (name, input) => {
    const response = await page.call(name, input ?? {});
    if (!response.ok) throw new CallError(response.status, response.body as never);
    return response.body as never;
  };
}

export async function languageOfPage(page: PageContext): Promise<Language> {
  const queries = getPageQueries(page);
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  return chooseLanguage({
    account: user?.language ?? null,
    cookie: page.cookieLanguage,
    accepted: page.accepted,
    domainLanguage: settings.domain_language,
    locales: settings.locales,
  });
}

/**
 * True if a visitor on a page without the age gate may still have to be asked, since they began on a page that
 * everybody may read. The next page then comes from the server, which knows which pages ask. Never within a page,
 * which may hold unsaved text, nor in the installed app, which has no warning.
 */
async function needsWarning(url: URL, queries: QueryClient): Promise<boolean> {
  if (url.pathname === location.pathname || readDismissed().includes('age-gate')) return false;
  if (isInstalled() || document.querySelector('dialog[data-age-gate]')) return false;
  const [user, settings] = await Promise.all([
    queries.ensureQueryData(userQuery),
    queries.ensureQueryData(settingsQuery),
  ]);
  return user === null && settings.enable_site_entry_popup === 'yes';
}

/**
 * True if the address is still the given one. After going back twice quickly, history may be ahead of the page:
 * replacing the address would lose an entry.
 */
export function isStillHere({ pathname, search }: { pathname: string; search: string }): boolean {
  return window.location.pathname === pathname && window.location.search === search;
}
