import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';

const loopback = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The origin of links in emails: the configured one, with the site's own domain if it has one. If none is configured
 * (never in production), the request's origin if it is on this machine, and otherwise the address on which the app
 * listens: anybody can choose a request's host.
 */
export function mailOrigin(
  context: Pick<AppContext, 'config' | 'address'>,
  site: Site,
  requested: string | undefined,
): string {
  const { publicOrigin } = context.config;
  if (publicOrigin === null) return isLocal(requested) ? requested : ownOrigin(context);
  if (site.key === 'default') return publicOrigin;
  const url = new URL(publicOrigin);
  return url.hostname === site.key ? publicOrigin : `${url.protocol}//${site.key}${url.port ? `:${url.port}` : ''}`;
}

// As the terminal names it: browsers keep the cookies of localhost and 127.0.0.1 apart.
function ownOrigin({ address }: Pick<AppContext, 'address'>): string {
  return address().replace('//127.0.0.1:', '//localhost:');
}

function isLocal(origin: string | undefined): origin is string {
  return (
    origin !== undefined && URL.canParse(origin) && loopback.test(new URL(origin).hostname) && !origin.includes('@')
  );
}
