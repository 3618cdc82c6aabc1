import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';
import type { Sandbox, StoredKey } from './types.ts';

const hashRequest = ({ url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64url');

const findKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
};

/** Returns the response to the first call with the same key. Throws 400 if the first call was a different request. */
export function firstAnswer(sandbox: Sandbox, request: FastifyRequest): StoredKey | undefined {
  const known = sandbox.store.keys.get(findKey(request) ?? '');
  if (known && known.print !== null && known.print !== hashRequest(request)) {
    throw new CallError(400, 'Keys for idempotent requests can only be used with the same parameters.', {
      type: 'idempotency_error',
    });
  }
  return known;
}

/** Stores the response to a call for repeated calls, even if it is an error of the provider. */
export function keepAnswer(sandbox: Sandbox, request: FastifyRequest, status: number, body: string): void {
  const key = findKey(request);
  if (key === undefined) return;
  const print = request.body === undefined ? null : hashRequest(request);
  sandbox.store.keys.set(key, { print, status, body, at: Date.now() });
  sandbox.store.touch();
}

export function repeatAnswer(reply: FastifyReply, { status, body }: StoredKey): FastifyReply {
  return reply.code(status).header('idempotent-replayed', 'true').type('application/json').send(body);
}
