import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../../context.ts';
import { readEntryToken } from './entry-token.ts';

/**
 * Leads from the short address in an e-mail to the page that asks, whose button uses the token. Which addresses are ours
 * follows from their signature alone: any other path goes on, and is answered as if this were not here.
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
