import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { type Language, isLanguage } from '../../../contract/platform/languages.ts';
import { localeCookieDays, localeCookieName, sessionDays } from '../../../contract/platform/limits.ts';
import type { AppContext } from '../context.ts';
import type { DispatchRequest } from '../dispatch/dispatch.ts';
import { readTraceparent } from '../monitoring/trace.ts';
import { isSecure } from './origin-guard.ts';

/** Returns a Fastify request in the dispatcher's terms; cookies are set on `reply`. */
export function toRequest(context: AppContext, request: FastifyRequest, reply: FastifyReply): DispatchRequest {
  const secure = isSecure(context, request);
  return {
    ...describeRequest(context, request),
    setCookie: (name, value) => {
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
      // After a logout, nothing of the member stays in the browser; see also `web/accounts/sessions/log-out.ts`.
      if (value === null) void reply.clearCookie(name, options).header('clear-site-data', '"cache"');
      else void reply.setCookie(name, value, { ...options, maxAge: sessionDays * 86_400 });
    },
  };
}

/** Returns a Fastify request in the dispatcher's terms, without a way to set cookies. */
export function describeRequest(context: AppContext, request: FastifyRequest): Omit<DispatchRequest, 'setCookie'> {
  const host = request.host;
  const member = request.headers['x-member'];
  const country = context.config.countryHeader ? request.headers[context.config.countryHeader] : undefined;
  // CDNs send XX for an unknown country.
  return {
    host,
    ip: request.ip,
    origin: context.config.publicOrigin ?? `${request.protocol}://${host}`,
    member: typeof member === 'string' ? member : undefined,
    client: request.headers['x-client-type'] === 'app' ? 'app' : 'web',
    hidden: request.headers['x-hidden'] !== undefined,
    cookies: request.cookies,
    userAgent: request.headers['user-agent'],
    acceptedLanguages: request.headers['accept-language'],
    geoipCountry: typeof country === 'string' && /^(?!XX$)[A-Z]{2}$/i.test(country) ? country.toUpperCase() : null,
    visit: context.readVisit(request),
    trace: request.id,
    parentSpan: readTraceparent(request.headers['traceparent']),
  };
}

/** Stores the language that a page's address names with `?lang=`, like one chosen in the menu, if the site has it. */
export async function storeLanguage(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Language | undefined> {
  const { lang } = request.query as Record<string, unknown>;
  if (!isLanguage(lang)) return undefined;
  const { site } = await context.sites.atHost(request.host, null);
  if (!site.settings.site_locales.includes(lang)) return undefined;
  const options = { path: '/', sameSite: 'lax', secure: isSecure(context, request) } as const;
  void reply.setCookie(localeCookieName, lang, { ...options, maxAge: localeCookieDays * 86_400 });
  return lang;
}
