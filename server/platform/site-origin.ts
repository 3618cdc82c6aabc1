import type { AppContext } from './context.ts';
import type { Site } from './site.ts';

const loopback = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns the origin for links in mails and for search engines (`canonical`, `hreflang`, `og:url`, the sitemap). It is
 * the configured origin, with the site's own domain if it has one. If none is configured (never in production), it is
 * the request's origin if that is this machine or the site's domain, and otherwise the address on which the app
 * listens, because anybody can choose a request's host.
 */
export function siteOrigin(
  context: Pick<AppContext, 'config' | 'address'>,
  site: Pick<Site, 'key'>,
  requested: string | undefined,
): string {
  const { publicOrigin } = context.config;
  if (publicOrigin === null) return isOurs(requested, site.key) ? requested : ownOrigin(context);
  if (site.key === 'default') return publicOrigin;
  const url = new URL(publicOrigin);
  return url.hostname === site.key ? publicOrigin : `${url.protocol}//${site.key}${url.port ? `:${url.port}` : ''}`;
}

/** True if only `www.` differs: cookies belong to one host. Never for PUBLIC_ORIGIN, where a proxy may redirect. */
export function isOtherSpelling(host: string, origin: string, publicOrigin: string | null): boolean {
  const withoutWww = (name: string): string => name.replace(/^www\./, '');
  const own = new URL(origin).host;
  if (publicOrigin === null || host === own || host === new URL(publicOrigin).host) return false;
  return withoutWww(host) === withoutWww(own);
}

// Written as in the terminal: browsers keep the cookies of localhost and 127.0.0.1 apart.
function ownOrigin({ address }: Pick<AppContext, 'address'>): string {
  return address().replace('//127.0.0.1:', '//localhost:');
}

function isOurs(origin: string | undefined, domain: string): origin is string {
  if (origin === undefined || !URL.canParse(origin) || origin.includes('@')) return false;
  const { hostname } = new URL(origin);
  return hostname === domain || loopback.test(hostname);
}
