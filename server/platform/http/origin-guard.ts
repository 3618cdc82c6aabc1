import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request comes from our own pages, or not from a browser at all. Browsers send Origin or Sec-Fetch-Site with
 * every request that changes something, so a page of another site cannot hide.
 */
export function comesFromOurselves(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.origin;
  if (origin === undefined) return true;
  // Pages without a referrer, such as those that e-mails link to, post their forms with an opaque origin.
  if (origin === 'null') return site === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}

export function changesSomething(method: string): boolean {
  return !safeMethods.has(method);
}
