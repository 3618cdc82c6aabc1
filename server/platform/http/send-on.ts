import type { FastifyReply, FastifyRequest } from 'fastify';

/** True if the answer to a posted form redirects to another site, such as a pay page. */
export function leadsAway({ method }: FastifyRequest, { status, headers }: Response): boolean {
  return method === 'POST' && status >= 300 && status < 400 && URL.canParse(headers.get('location') ?? '');
}

/**
 * Sends the browser of a posted form to another site by a page instead of a redirect. Our policy lets forms lead only
 * to ourselves, and browsers apply it to every redirect after them; the next redirects of a provider cannot be listed.
 * A refresh by a page is not part of its form.
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
