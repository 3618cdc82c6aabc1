import type {} from '@fastify/cookie';
import { hasTrafficSource } from '../../../contract/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import type { Site } from '../site.ts';

/** The cache entry for one page and the circumstances of one request. */
export interface PageSlot {
  /** Prefix of the links of pictures on the page. */
  cdnPrefix: string;
  /** The cached page, with the nonce of this answer. */
  html?: (nonce: string) => string;
  store(html: string, nonce: string): void;
}

interface CachedPage {
  html: string;
  nonce: string;
}

/** Visitors can make up addresses and languages: beyond this number, pages are rendered for each request. */
const cachedPagesMax = 200;

/**
 * Caches pages that are the same for every visitor in the same circumstances. They are cached for the site object as
 * read from the database and expire with it: after a change of settings, and after 30 s in any case.
 */
export function createSharedPages(context: AppContext): {
  /** `url`: path and query as the page is rendered with them. */
  find(method: string, url: string, request: DispatchRequest): Promise<PageSlot | undefined>;
} {
  const sites = new WeakMap<Site, Map<string, CachedPage>>();
  return {
    async find(method, url, request) {
      if (method !== 'GET' || request.cookies[context.sessionCookie] !== undefined) return undefined;
      const { site } = await context.sites.atHost(request.host, request.geoipCountry);
      const pages = sites.get(site) ?? new Map<string, CachedPage>();
      sites.set(site, pages);
      const { i18n_redirected: language, theme, dismissed } = request.cookies;
      const key = JSON.stringify([
        request.origin,
        url,
        language,
        theme,
        dismissed,
        request.acceptedLanguages,
        hasTrafficSource(request.tracking),
      ]);
      const known = pages.get(key);
      return {
        cdnPrefix: site.settings.cdn_prefix,
        ...(known && { html: (nonce) => known.html.replaceAll(known.nonce, nonce) }),
        store: (html, nonce) => void (pages.size < cachedPagesMax && pages.set(key, { html, nonce })),
      };
    },
  };
}
