import type { Language } from '../../../contract/platform/languages.ts';
import { after, dayMs } from '../clock.ts';

/** Well below the maximum of a year that RFC 9116 recommends. */
const validDays = 180;

/**
 * `/.well-known/security.txt` (RFC 9116): the contact for reports of vulnerabilities, its languages, and an expiry half
 * a year after the day it is read. Null if the site has no address for it: a file without one is not valid.
 */
export function securityTxt(
  site: { origin: string; languages: readonly Language[]; email: string },
  now: Date,
): string | null {
  if (site.email === '') return null;
  const until = after(now, validDays * dayMs).toISOString();
  return [
    `Contact: mailto:${encodeURI(site.email)}`,
    `Expires: ${until.slice(0, 10)}T00:00:00Z`,
    `Preferred-Languages: ${site.languages.join(', ')}`,
    `Canonical: ${site.origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
