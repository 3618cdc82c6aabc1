import type { AppContext } from '../../context.ts';
import type { Session } from '../session.ts';
import type { Site } from '../site.ts';

/** The caller, and the site that decides about their prices, pool and rights. */
export interface Caller {
  session: Session | undefined;
  /** The token of the request, valid or not; undefined at a host that is not ours. */
  token: string | undefined;
  /** The member's own site, whatever host they use; for a visitor, the site of the host. */
  site: Site;
  hostSite: Site;
}

/**
 * Reads the session of a request, the same way for calls, photos and sockets. Cookies count only at our own hosts. A
 * request in the name of a member has no session when somebody else is logged in by now: a message that waited in the
 * browser is never sent in their name.
 */
export async function findCaller(
  context: Pick<AppContext, 'sites' | 'readSession' | 'sessionCookie'>,
  request: {
    host: string;
    cookies: Record<string, string | undefined>;
    geoipCountry: string | null;
    member?: string | undefined;
  },
): Promise<Caller> {
  const { host, cookies, geoipCountry } = request;
  const { site, isOurs } = await context.sites.atHost(host, geoipCountry);
  const token = isOurs ? cookies[context.sessionCookie] : undefined;
  const known = await context.readSession(token);
  const session = (request.member ?? known?.member.id) === known?.member.id ? known : undefined;
  const ownSite = session && (await context.sites.ofMember(session.member.site, geoipCountry));
  return { session, token, site: ownSite ?? site, hostSite: site };
}
