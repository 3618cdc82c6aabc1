import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { localeCookieDays } from '../../../contract/platform/limits.ts';
import { isSafeNext } from '../../../contract/platform/safe-next.ts';
import { readSource } from '../../../contract/sources/read-tracking.ts';
import { type Tracking, sourceChoicePath, sourceField } from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { OpenBody } from './bodies.ts';
import { isSecure } from './is-secure.ts';
import type { RecordVisit } from './measured-visits.ts';
import { forgetSource, keepSource, readSourceRefusal } from './visitor-source.ts';

const refusedName = 'source';

/**
 * Takes the answer to whether a partner's link may be remembered, and redirects back to the page. `choice` is `yes`,
 * `no` or, to be asked again, `ask`; `measure` allows the visit by the link in `source` to be measured.
 */
export function registerSourceChoice(
  app: FastifyInstance,
  context: AppContext,
  { openBody, recordAgreement }: { openBody: OpenBody; recordAgreement: RecordVisit },
): void {
  app.post(sourceChoicePath, async (request, reply) => {
    await context.rateLimits.enforceAddress('lookup', request.ip);
    const body = openBody(request);
    const bytes = await body.urlEncoded().finally(() => body.release());
    const fields = new URLSearchParams(bytes.toString());
    const choice = fields.get('choice');
    const tracking = readSource(fields.get(sourceField));
    if (choice === 'yes' && readSourceRefusal(request) !== 'signal') {
      if (tracking) keepSource(context, request, reply, tracking);
      if (fields.has('measure')) await agree(context, request, { tracking, recordAgreement });
    }
    if (choice === 'no') forgetSource(reply);
    storeRefusal(context, request, reply, choice === 'no');
    const next = fields.get('next') ?? '';
    return reply.redirect(isSafeNext(next) ? next : '/', 303);
  });
}

async function agree(
  context: AppContext,
  request: FastifyRequest,
  { tracking, recordAgreement }: { tracking: Tracking | undefined; recordAgreement: RecordVisit },
): Promise<void> {
  const { site } = await context.sites.atHost(request.host, null);
  await recordAgreement(context, { site: site.key, tracking });
}

/** A refusal is kept beside the dismissed alerts, until it is taken back. */
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
