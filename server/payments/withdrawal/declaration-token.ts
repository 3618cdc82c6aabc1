import { createHmac, timingSafeEqual } from 'node:crypto';

import type { AppContext } from '../../context.ts';

/** The token of a declaration's link. It is derived from the installation's secret, so none is stored. */
export function declarationToken({ secret }: Pick<AppContext, 'secret'>, requestId: string): string {
  return createHmac('sha256', secret).update(`withdrawal ${requestId}`).digest('base64url');
}

/** Checks a declaration's token in constant time. */
export function isDeclarationToken(context: Pick<AppContext, 'secret'>, requestId: string, token: string): boolean {
  const expected = Buffer.from(declarationToken(context, requestId));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
