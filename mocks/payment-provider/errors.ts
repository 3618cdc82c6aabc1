import { STATUS_CODES } from 'node:http';

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { ApiError } from '../shared/fields.ts';

export const halJson = 'application/hal+json; charset=utf-8';

const titles: Readonly<Record<number, string | undefined>> = { ...STATUS_CODES, 401: 'Unauthorized Request' };

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
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

export function handleError(error: FastifyError | ApiError, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError) return sendError(reply, error);
  const status = error.statusCode ?? 500;
  return sendError(reply, new ApiError(status, status < 500 ? error.message : 'Something broke in the sandbox.'));
}

/** Formats a time as the API does, in UTC to the second and with an offset: `2026-03-12T10:56:15+00:00`. */
export function writeMoment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}

export const hal = (href: string) => ({ href, type: 'application/hal+json' });
export const html = (href: string) => ({ href, type: 'text/html' });
export const documentation = html('https://docs.mollie.com/reference/overview');
