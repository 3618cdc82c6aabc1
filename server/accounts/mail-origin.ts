import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';

const localHost =
  /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2})$/;

/**
 * The origin of links in emails: the configured one, with the site's own domain if it has one. If none is configured
 * (never in production), the request's origin, but only if it is on this machine or its network: anybody can choose a
 * request's host.
 */
export function mailOrigin(context: Pick<AppContext, 'config'>, site: Site, requested: string | undefined): string {
  const { publicOrigin, port } = context.config;
  if (publicOrigin === null) return isLocal(requested) ? requested : `http://localhost:${port}`;
  if (site.key === 'default') return publicOrigin;
  const url = new URL(publicOrigin);
  return url.hostname === site.key ? publicOrigin : `${url.protocol}//${site.key}${url.port ? `:${url.port}` : ''}`;
}

function isLocal(origin: string | undefined): origin is string {
  return (
    origin !== undefined && URL.canParse(origin) && localHost.test(new URL(origin).hostname) && !origin.includes('@')
  );
}
