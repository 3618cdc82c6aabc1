import type { IncomingMessage } from 'node:http';

/**
 * Returns the address that the router gets. The router decodes the path before any of our code runs, and refuses one
 * that cannot be decoded, such as `/%`. If a browser waits for a page, the percent signs of such a path are escaped, so
 * that it gets the page for unknown addresses.
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
    // A failure to decode is the answer.
    return false;
  }
}
