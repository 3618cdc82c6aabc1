import type { AppContext } from '../context.ts';
import type { Site } from '../platform/site.ts';

const own =
  /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\]|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2})$/;

/**
 * The origin of links in mails: the configured one, under the site's own domain where it has one. Without a
 * configuration (never in production) the origin of the request counts, and only when it is of this machine or its
 * network: the host of a request may be anybody's.
 */
export function mailOrigin(context: Pick<AppContext, 'config'>, site: Site, requested: string | undefined): string {
  const { publicOrigin, port } = context.config;
  if (publicOrigin === null) return isOwn(requested) ? requested : `http://localhost:${port}`;
  if (site.key === 'default') return publicOrigin;
  const url = new URL(publicOrigin);
  return url.hostname === site.key ? publicOrigin : `${url.protocol}//${site.key}${url.port ? `:${url.port}` : ''}`;
}

function isOwn(origin: string | undefined): origin is string {
  return origin !== undefined && URL.canParse(origin) && own.test(new URL(origin).hostname) && !origin.includes('@');
}
