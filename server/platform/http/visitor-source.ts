import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { dismissedIn } from '../../../contract/accounts/dismissed.ts';
import { readSource, readTracking, trackingIn, writeTracking } from '../../../contract/sources/read-tracking.ts';
import {
  type Tracking,
  type VisitorSource,
  hasTrafficSource,
  sourceHeader,
  trackingCookieName,
} from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import { isSecure } from './is-secure.ts';

/** The traffic source of a page's visitor; whether the visit is measured is not known here. */
export type PageSource = Omit<VisitorSource, 'isMeasured'> & { tracking: Tracking | undefined };

/** The visitor's refusal, by a click or by the signal of their browser (Global Privacy Control). */
export function readSourceRefusal({ headers, cookies }: FastifyRequest): 'refused' | 'signal' | null {
  if (headers['sec-gpc'] === '1') return 'signal';
  return dismissedIn(cookies['dismissed']).includes('source') ? 'refused' : null;
}

/** The source of a call: from the cookie, else from the address of the calling page. */
export function sourceOfCall(request: FastifyRequest): Tracking | undefined {
  return keptSource(request) ?? readSource(request.headers[sourceHeader]);
}

function keptSource(request: FastifyRequest): Tracking | undefined {
  return readSourceRefusal(request) ? undefined : readTracking(request.cookies[trackingCookieName]);
}

/**
 * The source of a page (`docs/decisions/0025-a-partners-link-is-remembered-by-consent.md`). A cookie is set only for
 * visitors who have already agreed, when another link leads them here, and removed for visitors who refuse.
 */
export function sourceOfPage(
  context: AppContext,
  { request, reply, isMember }: { request: FastifyRequest; reply: FastifyReply; isMember: boolean },
): PageSource {
  const query = request.query as Record<string, unknown>;
  const linked = trackingIn((name) => query[name]);
  const kept = keptSource(request);
  const refusal = readSourceRefusal(request);
  if (refusal && request.cookies[trackingCookieName] !== undefined) forgetSource(reply);
  if (kept && linked && !isMember && writeTracking(kept) !== writeTracking(linked))
    keepSource(context, request, reply, linked);
  const tracking = linked ?? kept;
  return {
    tracking,
    has: hasTrafficSource(tracking),
    isCarried: linked !== undefined && kept === undefined && !isMember,
    choice: refusal ?? (kept ? 'kept' : 'open'),
  };
}

/** Keeps the source in a cookie until the browser is closed. */
export function keepSource(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  tracking: Tracking,
): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(context, request) } as const;
  void reply.setCookie(trackingCookieName, writeTracking(tracking), options);
}

/** Removes the cookie with the traffic source from a visitor's browser. */
export function forgetSource(reply: FastifyReply): void {
  void reply.clearCookie(trackingCookieName, { path: '/', httpOnly: true, sameSite: 'lax' });
}
