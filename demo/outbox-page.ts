import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../server/context.ts';
import { sendFailure } from '../server/platform/http/http.ts';
import { outboxCss, outboxHtml } from './outbox-html.ts';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Registers `/dev/outbox`, which shows the emails and text messages that the embedded outbox has stored instead of
 * sending them, newest first; as JSON with `?format=json`.
 */
export function registerOutbox(server: FastifyInstance, context: AppContext): void {
  const list = async () => (await context.mailer.outbox?.()) ?? [];

  server.get<{ Querystring: { format?: string } }>('/dev/outbox', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (request.query.format === 'json') return reply.send(await list());
    void reply.header('content-security-policy', `${policy}; style-src 'self'; img-src data:`);
    return reply.type('text/html; charset=utf-8').send(outboxHtml(await list()));
  });

  server.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(outboxCss));

  // Shows the email as an email client does: with its styles and images, without scripts.
  server.get<{ Params: { id: string } }>('/dev/outbox/:id', async (request, reply) => {
    const entry = (await list()).find(({ id }) => id === request.params.id);
    if (!entry) return sendFailure(context, reply, 'request.not-found');
    const allowed = "style-src 'unsafe-inline'; img-src 'self' data: http: https:";
    void reply.header(
      'content-security-policy',
      `${policy}; ${allowed}; sandbox allow-top-navigation-by-user-activation`,
    );
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(entry.html);
  });
}
