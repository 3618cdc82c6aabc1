import type { FastifyRequest } from 'fastify';

import type { AppContext } from '../../context.ts';

/**
 * Whether the browser asked over https: as PUBLIC_ORIGIN says, or without it as the connection or a trusted proxy does.
 * Few proxies remove an X-Forwarded-Proto that the client wrote.
 */
export function isSecure({ config }: Pick<AppContext, 'config'>, { protocol }: FastifyRequest): boolean {
  return config.publicOrigin === null ? protocol === 'https' : config.publicOrigin.startsWith('https://');
}

/** The origin that a browser names in requests of our own pages: the scheme as above, and the host that was asked. */
export function ownOrigin(context: Pick<AppContext, 'config'>, request: FastifyRequest): string {
  return `${isSecure(context, request) ? 'https' : 'http'}://${request.host}`;
}
