import { createHmac, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { loginLinkHours } from '../../../contract/accounts/limits.ts';
import { type LoginLinkPage, loginLinkPages } from '../../../contract/accounts/login-link-pages.ts';
import type { AppContext } from '../../context.ts';
import type { MailCall } from '../../mail/queue-mail.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { hashToken } from '../../platform/hash.ts';
import { lockAccount, saveLoginToken } from '../queries.ts';

/** Returns a path that logs in and leads to the page; the plain page if the address has just changed. */
export async function createLoginLinkPath(
  { context, id, email }: MailCall,
  memberId: MemberId,
  page: LoginLinkPage,
): Promise<string> {
  const { database, secret, clock } = context;
  return database.transaction(async (tx) => {
    // Take the lock, so that a call that revokes tokens either waits or is seen here.
    const account = await tx.first(lockAccount, { memberId });
    if (account?.email !== email) return page;
    const token = deriveLoginToken(secret, page, [memberId, id, email, account.password_hash].join(' '));
    const now = clock.now();
    const expiresAt = after(now, loginLinkHours * hourMs);
    await tx.run(saveLoginToken, { tokenHash: hashToken(token), memberId, now, expiresAt });
    return `/${token}`;
  });
}

/** Redirects the short path in a mail to the page that asks. Login links are recognized by their signature alone. */
export function redirectLoginLinks(server: FastifyInstance, { secret }: AppContext): void {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    const token = url.split('?', 1)[0]?.slice(1) ?? '';
    const page = method === 'GET' || method === 'HEAD' ? readLoginToken(secret, token) : null;
    if (page === null) return undefined;
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    return reply.redirect(`/from-mail?${new URLSearchParams({ next: page, token })}`, 302);
  });
}

const idBytes = 16;
const markBytes = 19;
const form = /^[\w-]{48}$/;

/** Returns a token bound to a page. The same `seed` gives the same token: a repeated mail keeps its link. */
function deriveLoginToken(secret: string, page: LoginLinkPage, seed: string): string {
  const id = createHmac('sha256', secret).update('login link of ').update(seed).digest().subarray(0, idBytes);
  const named = Buffer.concat([Buffer.from([loginLinkPages.indexOf(page)]), id]);
  return Buffer.concat([named, deriveMark(secret, named)]).toString('base64url');
}

/** Returns what a token says; null if it is forged. Only the database knows whether it still works. */
export function readLoginToken(secret: string, token: string): LoginLinkPage | null {
  if (!form.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const named = bytes.subarray(0, 1 + idBytes);
  if (!timingSafeEqual(bytes.subarray(1 + idBytes), deriveMark(secret, named))) return null;
  return loginLinkPages[named[0] ?? -1] ?? null;
}

function deriveMark(secret: string, named: Buffer): Buffer {
  return createHmac('sha256', secret).update('login link ').update(named).digest().subarray(0, markBytes);
}
