import { trackingNames } from '../../../contract/sources/read-tracking.ts';
import { isOverlong } from './overlong-path.ts';

/** The parameter by which a link asks for its visits to be counted (specification, section 4). */
export const measuringName = 'lb';

/** Click ids that advertisers add to their links, different for each visitor. No page reads them. */
const clickNames = ['dclid', 'fbclid', 'gbraid', 'gclid', 'msclkid', 'ttclid', 'twclid', 'wbraid'];

const leftOut: readonly string[] = [...trackingNames, measuringName, ...clickNames];

/** The path to render. A path that is too long for any page is replaced by a short one that has no page either. */
export function toPagePath(url: string): string {
  const [path = '/'] = url.split('?', 1);
  if (isOverlong(path)) return path.endsWith('.data') ? '/-.data' : '/-';
  // A trailing slash opens the same page.
  return path.replace(/(?<=[^/])\/$/, '');
}

/**
 * The path and query with which a page is rendered and kept: without the parameters of a partner's link, for which the
 * page has a gap (`sourceGap`), and without click ids.
 */
export function toPageAddress(url: string): string {
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

function isLeftOut(name: string): boolean {
  return leftOut.includes(name) || name.startsWith('utm_');
}
