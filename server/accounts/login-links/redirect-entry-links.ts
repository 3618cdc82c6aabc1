import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../../context.ts';
import { readEntryToken } from './entry-token.ts';

/**
 * Redirects the short path in an email to the page that asks, whose button uses the token. Entry links are recognized
 * by their signature alone; any other path continues as if this hook did not exist.
 */
export function redirectEntryLinks(server: FastifyInstance, { secret }: AppContext): void {
  server.addHook('onRequest', async ({ method, url }, reply) => {
    const token = url.split('?', 1)[0]?.slice(1) ?? '';
    const page = method === 'GET' || method === 'HEAD' ? readEntryToken(secret, token) : null;
    if (page === null) return undefined;
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    return reply.redirect(`/from-mail?${new URLSearchParams({ next: page, token })}`, 302);
  });
}
