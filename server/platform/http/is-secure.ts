import type { FastifyRequest } from 'fastify';

import type { AppContext } from '../../context.ts';

/** Whether the browser asked over https, or does so at the public address in front of this server. */
export function isSecure(context: AppContext, request: FastifyRequest): boolean {
  return request.protocol === 'https' || context.config.publicOrigin?.startsWith('https://') === true;
}
