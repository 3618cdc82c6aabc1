import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

import type { AppContext } from '../../context.ts';
import type { Request } from '../dispatch.ts';
import type { Site } from '../site.ts';

/** A place for one page in the circumstances of one request. */
export interface Keeper {
  /** The page that is kept, with the nonce of this answer. */
  html?: (nonce: string) => string;
  keep(html: string, nonce: string): void;
}

interface Kept {
  html: string;
  nonce: string;
}

/** Any visitor may make up addresses and languages: beyond so many, pages are rendered for each request. */
const keptMax = 200;

/**
 * Pages that every visitor in the same circumstances gets alike, rendered once. They belong to the site as it was read
 * from the database, and go with it: after a change of settings, and after 30 s in any case.
 */
export function createSharedPages(context: AppContext): {
  find(request: FastifyRequest, door: Request): Promise<Keeper | undefined>;
} {
  const sites = new WeakMap<Site, Map<string, Kept>>();
  return {
    async find(request, door) {
      if (request.method !== 'GET' || door.cookies[context.sessionCookie] !== undefined) return undefined;
      const site = await context.siteOf(door.host, door.domain, door.geoipCountry);
      const pages = sites.get(site) ?? new Map<string, Kept>();
      sites.set(site, pages);
      const { i18n_redirected: language, theme } = door.cookies;
      const key = JSON.stringify([door.origin, request.url, language, theme, door.acceptedLanguages, door.tracking]);
      const known = pages.get(key);
      return {
        ...(known && { html: (nonce) => known.html.replaceAll(known.nonce, nonce) }),
        keep: (html, nonce) => void (pages.size < keptMax && pages.set(key, { html, nonce })),
      };
    },
  };
}
