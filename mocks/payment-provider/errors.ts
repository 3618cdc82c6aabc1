import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../shared/api-error.ts';

export const halJson = 'application/hal+json; charset=utf-8';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
};

/** Sends an error in the API's format: `{ status, title, detail, field?, _links }`. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .code(error.status)
    .type(halJson)
    .send({
      status: error.status,
      title: titles[error.status] ?? 'Error',
      detail: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      _links: { documentation: { href: 'https://docs.mollie.com/overview/handling-errors', type: 'text/html' } },
    });
}

/** Turns any error of a route into the API's error format. */
export function handleError(error: FastifyError | ApiError, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return sendError(reply, error);
  const status = error.statusCode ?? 500;
  return sendError(reply, new ApiError(status, status < 500 ? error.message : 'Something broke in the sandbox.'));
}
