import type { IncomingHttpHeaders } from 'node:http';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may change something: it comes from our own pages, or from no browser at all.
 * Browsers send Origin or Sec-Fetch-Site with every request that changes something, so a foreign page cannot hide.
 */
export function comesFromOurselves(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.origin;
  if (origin === undefined) return true;
  // A page that sends no referrer, such as those that mails lead to, posts its form with an opaque origin.
  if (origin === 'null') return site === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}

export function changesSomething(method: string): boolean {
  return !reading.has(method);
}
