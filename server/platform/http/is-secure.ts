import type { FastifyRequest } from 'fastify';

import type { AppContext } from '../../context.ts';

/**
 * True if the browser used https, according to PUBLIC_ORIGIN or, without it, to the connection or a trusted proxy.
 * PUBLIC_ORIGIN comes first because few proxies remove an X-Forwarded-Proto that the client wrote.
 */
export function isSecure({ config }: Pick<AppContext, 'config'>, { protocol }: FastifyRequest): boolean {
  return config.publicOrigin === null ? protocol === 'https' : config.publicOrigin.startsWith('https://');
}

/** The origin that browsers send with requests of our own pages: the scheme by `isSecure`, and the requested host. */
export function ownOrigin(context: Pick<AppContext, 'config'>, request: FastifyRequest): string {
  return `${isSecure(context, request) ? 'https' : 'http'}://${request.host}`;
}
