import type { IncomingMessage } from 'node:http';

/** Returns the path to render. A path longer than that of any page becomes a short one without a page. */
export function toPagePath(url: string): string {
  const [path = '/'] = url.split('?', 1);
  if (isOverlong(path)) return path.endsWith('.data') ? '/-.data' : '/-';
  // A trailing slash opens the same page.
  return path.replace(/(?<=[^/])\/$/, '');
}

/** Returns the path and query to render, without the parameters that no page reads. */
export function toPageAddress(url: string, isLeftOut: (parameter: string) => boolean): string {
  const path = toPagePath(url);
  const begin = url.indexOf('?');
  if (begin === -1) return path;
  // Only the first question mark begins the query.
  const kept = url
    .slice(begin + 1)
    .split('&')
    .filter((pair) => !isLeftOut(pair.split('=', 1)[0] ?? ''));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/** The most segments of a path; no route has more than four. */
const segmentsMax = 8;
/** The longest segments are ids of 36 characters, slugs and names, which may be percent-encoded. */
const lengthMax = 512;

/**
 * True if a path is too long for any page. The router matches every prefix of a path: thousands of segments would keep
 * the process busy for seconds.
 */
export function isOverlong(path: string): boolean {
  // A backslash is read as a slash.
  return path.length > lengthMax || path.split(/[/\\]/).length - 1 > segmentsMax;
}

/**
 * Escapes the percent signs of a page's path that cannot be decoded. The router decodes it before any of our code runs
 * and would refuse `/%`; this way, a browser gets the page for unknown addresses.
 */
export function decodablePath({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const end = url.search(/[?#]|$/);
  const path = url.slice(0, end);
  const wantsPage = headers.accept?.includes('text/html') === true && !path.startsWith('/api/');
  if (!wantsPage || isDecodable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(end);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    // A failure to decode means that it is none.
    return false;
  }
}
