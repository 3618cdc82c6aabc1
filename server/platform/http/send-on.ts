import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the answer to a posted form leads to another site, such as a pay page. */
export function leadsAway({ method }: FastifyRequest, { status, headers }: Response): boolean {
  return method === 'POST' && status >= 300 && status < 400 && URL.canParse(headers.get('location') ?? '');
}

/**
 * Sends the browser of a posted form on to another site. Our policy lets forms lead to ourselves alone, and browsers apply
 * it to every redirect after them: where a provider sends a buyer next, nobody can list. What a page does by itself is no
 * form.
 */
export function sendOn(reply: FastifyReply, { headers }: Response): FastifyReply {
  const { href, host } = new URL(headers.get('location') ?? '');
  const link = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return reply
    .code(200)
    .removeHeader('location')
    .header('refresh', `0; url=${href}`)
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html><title>${host}</title><meta name="viewport" content="width=device-width"><p><a href="${link}">${host}</a></p>`,
    );
}
