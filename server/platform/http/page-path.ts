import type { IncomingMessage } from 'node:http';

/**
 * The address of a request, whose path the router decodes before it runs anything of ours. One that cannot be decoded, such
 * as `/%`, is no page: where somebody waits for one in a browser, its percent signs are taken as they stand, so that they
 * get the page that says so. Everybody else is refused by the router.
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
    // What decoding throws for is the answer.
    return false;
  }
}
