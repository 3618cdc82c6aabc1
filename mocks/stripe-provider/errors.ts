import { createHash } from 'node:crypto';

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../shared/fields.ts';
import type { Sandbox, StoredKey } from './types.ts';

type Facts = { type?: string; code?: string; param?: string; [more: string]: unknown };

/** An error in the API's format: `{ error: { type, code?, param?, message } }`. */
export class CallError extends Error {
  readonly status: number;
  readonly facts: Facts;

  constructor(status: number, message: string, facts: Facts = {}) {
    super(message);
    this.status = status;
    this.facts = facts;
  }
}

export function invalid(param: string, message: string, code = 'parameter_invalid_empty'): CallError {
  return new CallError(400, message, { param, code });
}

export function buildMissingError(kind: string, id: string): CallError {
  return new CallError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
}

export function handleError(error: FastifyError | CallError | ApiError, _request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof CallError || error instanceof ApiError ? error.status : (error.statusCode ?? 500);
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  const facts = error instanceof CallError ? error.facts : {};
  const message = status < 500 || error instanceof ApiError ? error.message : 'Something broke in the sandbox.';
  return reply.code(status).send({ error: { type, message, ...facts } });
}

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
