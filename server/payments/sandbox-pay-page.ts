import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { AppContext } from '../context.ts';
import { type OpenBody, textBodyMaxBytes } from '../platform/http/bodies.ts';

const path = '/sandbox/pay';

/** Headers of the pay page that its buyer needs. */
const passedOn = ['content-type', 'content-security-policy', 'cache-control', 'location'];

/**
 * Shows the pay page of the embedded sandbox under the site's own origin: the sandbox listens on this machine only, and
 * the buyer may sit at another. Nothing else of the sandbox can be reached this way, and no cookie is passed on.
 */
export function registerSandboxPayPage(
  server: FastifyInstance,
  { paymentProvider }: AppContext,
  openBody: OpenBody,
): void {
  if (!paymentProvider.embedded) return;
  server.route<{ Params: { id: string } }>({
    method: ['GET', 'POST'],
    url: `${path}/:id`,
    handler: async (request, reply) => {
      const page = `${paymentProvider.url}/pay/${encodeURIComponent(request.params.id)}`;
      const answer = await fetch(page, {
        method: request.method,
        headers: { 'accept-language': request.headers['accept-language'] ?? '' },
        redirect: 'manual',
        ...(request.method === 'POST' && { body: await readForm(openBody, request) }),
      });
      for (const name of passedOn) {
        const value = answer.headers.get(name);
        if (value !== null) void reply.header(name, value);
      }
      return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
    },
  });
}

async function readForm(openBody: OpenBody, request: FastifyRequest): Promise<URLSearchParams> {
  const body = openBody(request);
  try {
    return new URLSearchParams((await body.bytes(textBodyMaxBytes)).toString());
  } finally {
    await body.release();
  }
}

/** Where a buyer at `origin` pays: the provider's page, or the sandbox's under the origin. */
export function payPageFor(
  payPage: string | null,
  { embedded }: AppContext['paymentProvider'],
  origin: string,
): string | null {
  if (payPage === null || !embedded) return payPage;
  return `${origin}${path}/${encodeURIComponent(new URL(payPage).pathname.slice('/pay/'.length))}`;
}
