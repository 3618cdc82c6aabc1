import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

import type { AppContext } from '../context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True for our own pages, and without a browser: browsers send Origin or Sec-Fetch-Site with every change. */
export function comesFromOurselves(headers: IncomingHttpHeaders, own: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.origin;
  if (origin === undefined) return true;
  // Pages without a referrer, such as those that mails link to, post their forms with an opaque origin.
  if (origin === 'null') return site === 'same-origin';
  return URL.canParse(own) && origin === new URL(own).origin;
}

/** True if the system (`none`), as when another app shares something, or our own page began the navigation. */
export function isSharedWithUs(headers: IncomingHttpHeaders, own: string): boolean {
  return headers['sec-fetch-site'] === 'none' || comesFromOurselves(headers, own);
}

/**
 * True if a request may change data. A link on a foreign page also sends Lax cookies, so another sign must show our
 * script or a program: fetch metadata or, in browsers without it, our own header or an Accept header that no navigation
 * has.
 */
export function mayHaveEffect(headers: IncomingHttpHeaders, own: string): boolean {
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
  return comesFromOurselves(headers, own) && (headers['x-client-type'] !== undefined || !isNavigation);
}

export function changesSomething(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * True if the browser uses HTTPS. PUBLIC_ORIGIN comes first, because few proxies remove an X-Forwarded-Proto that the
 * client wrote.
 */
export function isSecure({ config }: Pick<AppContext, 'config'>, { protocol }: FastifyRequest): boolean {
  return config.publicOrigin === null ? protocol === 'https' : config.publicOrigin.startsWith('https://');
}

/**
 * Returns the origin that browsers send with requests of our own pages: the scheme by `isSecure`, and the requested
 * host.
 */
export function ownOrigin(context: Pick<AppContext, 'config'>, request: FastifyRequest): string {
  return `${isSecure(context, request) ? 'https' : 'http'}://${request.host}`;
}
