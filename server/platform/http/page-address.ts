import { trackingNames } from '../../../contract/read-tracking.ts';
import { isOverlong } from './overlong-path.ts';

/** What in a link asks for its visits to be counted (specification, section 4). */
export const measuringName = 'lb';

/** What advertisers add to the links of theirs, different for each visitor. No page reads it. */
const clickNames = ['dclid', 'fbclid', 'gbraid', 'gclid', 'msclkid', 'ttclid', 'twclid', 'wbraid'];

const leftOut: readonly string[] = [...trackingNames, measuringName, ...clickNames];

/** The path that is rendered: in the place of one that is too long for any page, a short one that has no page either. */
export function pathOf(url: string): string {
  const [path = '/'] = url.split('?', 1);
  if (isOverlong(path)) return path.endsWith('.data') ? '/-.data' : '/-';
  // It opens the same page.
  return path.replace(/(?<=[^/])\/$/, '');
}

/**
 * Path and query with which a page is rendered and kept: without what a partner's link adds, for which it has a gap
 * (`sourceGap`), and without what names the click that led here.
 */
export function addressOf(url: string): string {
  const path = pathOf(url);
  const begin = url.indexOf('?');
  if (begin === -1) return path;
  // Only the first question mark begins it.
  const kept = url
    .slice(begin + 1)
    .split('&')
    .filter((pair) => !isLeftOut(pair.split('=', 1)[0] ?? ''));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

function isLeftOut(name: string): boolean {
  return leftOut.includes(name) || name.startsWith('utm_');
}
