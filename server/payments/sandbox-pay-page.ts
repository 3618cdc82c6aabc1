import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { AppContext } from '../context.ts';
import type { OpenBody } from '../platform/http/bodies.ts';

const path = '/sandbox/pay';

const passedOn = ['content-type', 'content-security-policy', 'cache-control', 'location'];

/**
 * Shows pay pages of the embedded sandboxes, which listen on this machine only, under the site's own origin. Nothing
 * else of them can be reached here, and no cookie is passed on.
 */
export function registerSandboxPayPage(server: FastifyInstance, context: AppContext, openBody: OpenBody): void {
  if (!context.payments.mollie.embedded && !context.payments.stripe?.embedded) return;
  server.route<{ Params: { id: string } }>({
    method: ['GET', 'POST'],
    url: `${path}/:id`,
    handler: async (request, reply) => {
      const { id } = request.params;
      const sandbox = findSandbox(context, id);
      if (!sandbox?.embedded) return reply.callNotFound();
      const page = `${sandbox.url}/pay/${encodeURIComponent(id)}`;
      const response = await fetch(page, {
        method: request.method,
        redirect: 'manual',
        ...(request.method === 'POST' && { body: await readForm(openBody, request) }),
      });
      for (const name of passedOn) {
        const value = response.headers.get(name);
        if (value !== null) void reply.header(name, value);
      }
      return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
    },
  });
}

async function readForm(openBody: OpenBody, request: FastifyRequest): Promise<URLSearchParams> {
  const body = openBody(request);
  try {
    return new URLSearchParams((await body.urlEncoded()).toString());
  } finally {
    await body.release();
  }
}

export function payPageFor(payPage: string | null, context: AppContext, origin: string): string | null {
  if (payPage === null) return null;
  const id = new URL(payPage).pathname.slice('/pay/'.length);
  return findSandbox(context, id)?.embedded ? `${origin}${path}/${encodeURIComponent(id)}` : payPage;
}

function findSandbox({ payments: { mollie, stripe } }: AppContext, id: string) {
  return /^(?:cs|pi)_/.test(id) ? stripe : mollie;
}
