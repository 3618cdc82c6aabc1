import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { dismissedIn } from '../../contract/accounts/dismissed.ts';
import { localeCookieDays } from '../../contract/platform/limits.ts';
import { isSafeNext } from '../../contract/platform/safe-next.ts';
import {
  readSource,
  readTracking,
  trackingIn,
  writeSource,
  writeTracking,
} from '../../contract/sources/read-tracking.ts';
import {
  type Tracking,
  hasTrafficSource,
  sourceChoicePath,
  sourceField,
  sourceHeader,
  trackingCookieName,
} from '../../contract/sources/tracking.ts';
import type { AppContext } from '../context.ts';
import type { Visit } from '../platform/context.ts';
import type { OpenBody } from '../platform/http/bodies.ts';
import type { PageVisits } from '../platform/http/pages.ts';
import { isSecure } from '../platform/http/origin-guard.ts';
import { countAgreement, createVisitCount, isLeftOut, isMeasuredVisit, measuringName } from './measured-visits.ts';

/** Returns the visitor's refusal, by a click or by the signal of their browser (Global Privacy Control). */
function readSourceRefusal({ headers, cookies }: FastifyRequest): 'refused' | 'signal' | null {
  if (headers['sec-gpc'] === '1') return 'signal';
  return dismissedIn(cookies['dismissed']).includes('source') ? 'refused' : null;
}

/** Returns the source of a call: from the cookie, else from the address of the calling page. */
export function readVisit(request: FastifyRequest): Visit {
  return { tracking: keptSource(request) ?? readSource(request.headers[sourceHeader]) };
}

function keptSource(request: FastifyRequest): Tracking | undefined {
  return readSourceRefusal(request) ? undefined : readTracking(request.cookies[trackingCookieName]);
}

/**
 * Returns the source of a page (`docs/decisions/0025-a-partners-link-is-remembered-by-consent.md`). Sets the cookie
 * only for visitors who have already agreed, when another link leads them here, and removes it for visitors who refuse.
 */
function sourceOfPage(
  context: AppContext,
  { request, reply, isMember }: { request: FastifyRequest; reply: FastifyReply; isMember: boolean },
) {
  const query = request.query as Record<string, unknown>;
  const linked = trackingIn((name) => query[name]);
  const kept = keptSource(request);
  const refusal = readSourceRefusal(request);
  if (refusal && request.cookies[trackingCookieName] !== undefined) forgetSource(reply);
  if (kept && linked && !isMember && writeTracking(kept) !== writeTracking(linked))
    keepSource(context, request, reply, linked);
  const tracking = linked ?? kept;
  const isCarried = linked !== undefined && kept === undefined && !isMember;
  const source = { has: hasTrafficSource(tracking), isCarried, choice: refusal ?? (kept ? 'kept' : 'open') } as const;
  return { tracking, source };
}

function keepSource(context: AppContext, request: FastifyRequest, reply: FastifyReply, tracking: Tracking): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(context, request) } as const;
  void reply.setCookie(trackingCookieName, writeTracking(tracking), options);
}

function forgetSource(reply: FastifyReply): void {
  void reply.clearCookie(trackingCookieName, { path: '/', httpOnly: true, sameSite: 'lax' });
}

const refusedName = 'source';

/**
 * Adds the form's route. `choice` is `yes`, `no`, or `ask` to be asked again; `measure` allows counting the visit by
 * the link in `source`.
 */
function registerSourceChoice(app: FastifyInstance, context: AppContext, openBody: OpenBody): void {
  app.post(sourceChoicePath, async (request, reply) => {
    await context.rateLimits.enforceAddress('lookup', request.ip);
    const body = openBody(request);
    const bytes = await body.urlEncoded().finally(() => body.release());
    const fields = new URLSearchParams(bytes.toString());
    const choice = fields.get('choice');
    const tracking = readSource(fields.get(sourceField));
    if (choice === 'yes' && readSourceRefusal(request) !== 'signal') {
      if (tracking) keepSource(context, request, reply, tracking);
      if (fields.has('measure')) {
        const { site } = await context.sites.atHost(request.host, null);
        await countAgreement(context, { site: site.key, tracking });
      }
    }
    if (choice === 'no') forgetSource(reply);
    storeRefusal(context, request, reply, choice === 'no');
    const next = fields.get('next') ?? '';
    return reply.redirect(isSafeNext(next) ? next : '/', 303);
  });
}

/** Stores a refusal beside the dismissed alerts, or takes it back. */
function storeRefusal(context: AppContext, request: FastifyRequest, reply: FastifyReply, refuses: boolean): void {
  const entries = (request.cookies['dismissed'] ?? '').split('.').filter((entry) => /^[a-z-]+:\d+$/.test(entry));
  const others = entries.filter((entry) => !entry.startsWith(`${refusedName}:`));
  if (!refuses && others.length === entries.length) return;
  const now = Math.floor(context.clock.now().getTime() / 1000);
  const value = refuses ? [...others, `${refusedName}:${now}`] : others;
  void reply.setCookie('dismissed', value.join('.'), {
    path: '/',
    sameSite: 'lax',
    secure: isSecure(context, request),
    maxAge: localeCookieDays * 86_400,
    // Scripts read the value unencoded.
    encode: String,
  });
}

/** Registers the choice whether a link may be remembered; returns what the pages need to know about sources. */
export function registerSources(app: FastifyInstance, context: AppContext, openBody: OpenBody): PageVisits {
  registerSourceChoice(app, context, openBody);
  const count = createVisitCount(app, context);
  return {
    isLeftOut,
    open: (request, reply, isMember) => {
      const { tracking, source } = sourceOfPage(context, { request, reply, isMember });
      const isMeasured = isMeasuredVisit(request, isMember);
      const carried = source.isCarried && tracking ? writeSource(tracking) : '';
      return {
        visit: { tracking },
        facts: {
          source: { ...source, isMeasured: isMeasured && source.choice === 'open' },
          cookieDismissed: dismissedIn(request.cookies['dismissed']).join('.'),
        },
        carried,
        onward: [carried, isMeasured ? measuringName : ''].filter((part) => part !== '').join('&'),
        count: (caller) => {
          if (isMeasured) count(caller, reply);
        },
      };
    },
  };
}
