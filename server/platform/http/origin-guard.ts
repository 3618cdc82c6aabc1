import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True if a request comes from our own pages, at the origin `own`, or not from a browser at all. Browsers send Origin
 * or Sec-Fetch-Site with every request that changes something, so a page of another site cannot hide.
 */
export function comesFromOurselves(headers: IncomingHttpHeaders, own: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.origin;
  if (origin === undefined) return true;
  // Pages without a referrer, such as those that emails link to, post their forms with an opaque origin.
  if (origin === 'null') return site === 'same-origin';
  return URL.canParse(own) && origin === new URL(own).origin;
}

/**
 * True if a request, or the navigation that led to it, was begun by the system, as when another app shares something,
 * or by our own page. The system has no origin, and sends `none` in its place.
 */
export function isSharedWithUs(headers: IncomingHttpHeaders, own: string): boolean {
  return headers['sec-fetch-site'] === 'none' || comesFromOurselves(headers, own);
}

/**
 * True if a GET that changes something may run. A link on a foreign page sends Lax cookies, too, so another sign must
 * show that our script or a program sends the request: fetch metadata or, in browsers without it, our own header or an
 * Accept header that no navigation has.
 */
export function mayHaveEffect(headers: IncomingHttpHeaders, own: string): boolean {
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html') === true;
  return comesFromOurselves(headers, own) && (headers['x-client-type'] !== undefined || !isNavigation);
}

export function changesSomething(method: string): boolean {
  return !safeMethods.has(method);
}
