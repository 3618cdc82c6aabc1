import type {} from '@fastify/cookie';
import { chooseCountry } from '../../../contract/platform/choose-country.ts';
import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import { dismissedIn } from '../../../contract/accounts/dismissed.ts';
import { languages } from '../../../contract/platform/languages.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import type { VisitorSource } from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import type { Site } from '../site.ts';
import { type KeptPage, keepPage } from './kept-page.ts';

/** The cache entry for one page and the circumstances of one request. */
export interface PageSlot {
  page?: SharedPage;
  store(html: string, nonce: string, headers: Record<string, string>): void;
}

interface SharedPage extends KeptPage {
  /** The stored headers, with the nonce of an answer. */
  headers(nonce: string): Record<string, string>;
}

/** Beyond this number, the least recently used page is dropped. */
const cachedPagesMax = 200;

/**
 * Caches pages that are the same for every visitor in the same circumstances. They are cached for the site object as
 * read from the database and expire with it: after a change of settings, and after 30 s in any case. `sourceGap` is the
 * placeholder for their source.
 */
export function createSharedPages(
  context: AppContext,
  sourceGap: string,
): {
  /** `url`: path and query with which the page is rendered (`toPageAddress`). */
  find(method: string, url: string, request: DispatchRequest, source: VisitorSource): Promise<PageSlot | undefined>;
} {
  const sites = new WeakMap<Site, Map<string, SharedPage>>();
  return {
    async find(method, url, request, source) {
      if (method !== 'GET' || request.cookies[context.sessionCookie] !== undefined) return undefined;
      const { site } = await context.sites.atHost(request.host, request.geoipCountry);
      const pages = sites.get(site) ?? new Map<string, SharedPage>();
      sites.set(site, pages);
      const key = keyOf(url, site, request, source);
      const known = pages.get(key);
      // Move the page to the end: the first one is dropped when the cache is full.
      if (known && pages.delete(key)) pages.set(key, known);
      return {
        ...(known && { page: known }),
        store: (html, nonce, headers) => {
          if (!isLinked(url)) return;
          const [oldest] = pages.keys();
          if (pages.size >= cachedPagesMax && oldest !== undefined) pages.delete(oldest);
          pages.set(key, { ...keepPage(html, { nonce, source: sourceGap }), headers: headersFor(headers, nonce) });
        },
      };
    },
  };
}

/** Returns a function that puts the nonce of an answer into the headers. */
function headersFor(headers: Record<string, string>, nonce: string): SharedPage['headers'] {
  const { 'content-security-policy': policy = '', ...others } = headers;
  return (fresh) => ({ ...others, 'content-security-policy': policy.replaceAll(nonce, fresh) });
}

/** The key of a cached page: the choices that follow from a request, not its raw values, which anybody can make up. */
function keyOf(
  url: string,
  { settings }: Site,
  request: DispatchRequest,
  { has, isCarried, choice, isMeasured }: VisitorSource,
): string {
  const { acceptedLanguages: accepted, geoipCountry: geoip, cookies } = request;
  const language = chooseLanguage({
    account: null,
    cookie: cookies[localeCookieName],
    accepted,
    domainLanguage: settings.domain_language,
    locales: settings.locales,
  });
  return JSON.stringify([
    request.origin,
    url,
    language,
    chooseCountry({ chosen: cookies[countryCookieName], geoip, accepted, language, offered: settings.countries }),
    ['light', 'dark'].find((theme) => theme === cookies['theme']),
    dismissedIn(cookies['dismissed']),
    [has, isCarried, choice, isMeasured],
  ]);
}

/**
 * True if our links use such an address, with at most a language in the query. The router also opens pages by other
 * spellings (`/TERMS`, `//`). There is no end of these, so their pages are not cached.
 */
function isLinked(url: string): boolean {
  const [path = '', query] = url.split('?', 2);
  const isPlain = /^\/(?:[\da-z-]+(?:\/[\da-z-]+)*)?$/.test(path);
  return isPlain && (query === undefined || languages.some((language) => query === `lang=${language}`));
}
