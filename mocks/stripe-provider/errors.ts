import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../shared/api-error.ts';

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

/** Returns a 400 error: a parameter is missing or wrong. */
export function invalid(param: string, message: string, code = 'parameter_invalid_empty'): CallError {
  return new CallError(400, message, { param, code });
}

export function missing(kind: string, id: string): CallError {
  return new CallError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });
}

/** Turns any error of a route into the API's error format. */
export function handleError(error: FastifyError | CallError | ApiError, _request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof CallError || error instanceof ApiError ? error.status : (error.statusCode ?? 500);
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  const facts = error instanceof CallError ? error.facts : {};
  const message = status < 500 || error instanceof ApiError ? error.message : 'Something broke in the sandbox.';
  return reply.code(status).send({ error: { type, message, ...facts } });
}
