import type { FastifyReply, FastifyRequest } from 'fastify';

import { localeCookieName } from '../../../contract/platform/limits.ts';
import type { AppContext } from '../../context.ts';
import type { Answer, Dispatch, DispatchRequest } from '../dispatch/dispatch.ts';
import { siteOrigin } from '../site-origin.ts';
import { storeLanguage, toRequest } from './request.ts';
import { type PageSource, sourceOfPage } from './visitor-source.ts';

/** The caller of a page, with the traffic source and the language that its address names. */
interface PageCaller {
  caller: DispatchRequest;
  source: Omit<PageSource, 'tracking'>;
  isMember: boolean;
  /** The public origin of the site. */
  origin: string;
  /** The answer of `getUser` for their session, unless a form may change it. */
  user: Answer<'getUser'> | undefined;
}

/**
 * Identifies the caller of a page. A cookie can outlive its session: its sender is then a visitor, who is asked for
 * consent, counted, and gets cached pages like any other. Pages for visitors are rendered without the cookie, so that
 * they cannot contain anything of a member.
 */
export async function callerOfPage(
  { context, dispatch }: { context: AppContext; dispatch: Dispatch },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PageCaller> {
  const asked = toRequest(context, request, reply);
  const { [context.sessionCookie]: token, ...others } = asked.cookies;
  const user = token === undefined ? undefined : await dispatch('getUser', {}, asked);
  // If nothing is known because something failed, the page fails in the same way.
  const isMember = user !== undefined && (user.ok || user.body.error !== 'session.missing');
  const isForm = request.method === 'POST';
  const { tracking, ...source } = sourceOfPage(context, { request, reply, isMember });
  const language = await storeLanguage(context, request, reply);
  // A form that logs in ends the earlier session.
  const cookies = isMember || isForm ? asked.cookies : others;
  const caller = { ...asked, tracking, cookies: language ? { ...cookies, [localeCookieName]: language } : cookies };
  const { site } = await context.sites.atHost(request.host, null);
  const origin = siteOrigin(context, site, asked.origin);
  return { caller, source, isMember, origin, user: isForm ? undefined : user };
}
