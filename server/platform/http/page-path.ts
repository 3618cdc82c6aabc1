import type { IncomingMessage } from 'node:http';

/**
 * The address of a request as the router gets it, which decodes the path before any code of ours runs and refuses one that
 * cannot be decoded, such as `/%`. For a browser that waits for a page, the percent signs of such a path are escaped: it
 * gets the page that says that there is none.
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
