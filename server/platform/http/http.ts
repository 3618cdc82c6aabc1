import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {} from '@fastify/cookie';
import type {} from '@fastify/multipart';

import { type OperationName, callOf, calls } from '../../../contract/calls.ts';
import { type ErrorCode, errors } from '../../../contract/errors.ts';
import { operations } from '../../../contract/index.ts';
import { photoMaxBytes } from '../../../contract/limits.ts';
import { withWait } from '../../../contract/wait.ts';
import type { AppContext } from '../../context.ts';
import type { Answer, Dispatch } from '../dispatch/dispatch.ts';
import { Failure } from '../failure.ts';
import { fromText } from './from-text.ts';
import { openApiDocument } from './openapi.ts';
import { comesFromOurselves } from './origin-guard.ts';
import { toRequest } from './request.ts';

/** The entry point for browsers: every operation at its method and path, and the OpenAPI document of them all. */
export function registerHttp(app: FastifyInstance, context: AppContext, dispatch: Dispatch): void {
  const methodsOf = new Map<string, string[]>();
  for (const name of Object.keys(calls) as OperationName[]) {
    const { method, path } = callOf(name);
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        if (name === 'logOut' && !isOwnClient(request)) return sendFailure(context, reply, 'request.foreign-origin');
        const input = await readInput(name, request);
        return send(reply, await dispatch(name, input, toRequest(context, request, reply)));
      },
    });
  }
  for (const [path, methods] of methodsOf) {
    const others = (['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const).filter((method) => !methods.includes(method));
    app.route({
      method: others,
      url: path,
      exposeHeadRoute: false,
      handler: async (_request, reply) =>
        sendFailure(context, reply.header('allow', methods.join(', ')), 'request.method'),
    });
  }
  app.get('/api/openapi.json', async () => openApiDocument());
  app.all('/api/*', async (_request, reply) => sendFailure(context, reply, 'request.not-found'));
}

/** Logging out takes a request of our own script: a link or image on a foreign page cannot log anybody out. */
function isOwnClient(request: FastifyRequest): boolean {
  return request.headers['x-client-type'] !== undefined && comesFromOurselves(request.headers, request.host);
}

async function readInput(name: OperationName, request: FastifyRequest): Promise<unknown> {
  const schema = operations[name].input;
  const query = request.query as Record<string, unknown>;
  if (Object.values(query).some(Array.isArray)) throw new Failure('request.malformed');
  if (request.method === 'GET') return fromText(schema, query);
  if (request.isMultipart()) return fromText(schema, await readMultipart(request));
  const body: unknown = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Failure('request.malformed');
  // Only the payment provider's webhook has a query parameter besides its body.
  if (operations[name].body === 'form') return { ...body, provider: query['provider'] };
  return body;
}

async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for await (const part of request.parts({
    limits: { fileSize: photoMaxBytes, files: 1, fields: 12, fieldSize: 64 * 1024 },
  })) {
    if (part.type === 'file') {
      // The file's name on the member's device is not read at all.
      input[part.fieldname] = { bytes: await part.toBuffer() };
    } else {
      input[part.fieldname] = part.value;
    }
  }
  return input;
}

/** Sends the answer of the dispatcher. */
export function send(reply: FastifyReply, answer: Answer<OperationName>): FastifyReply {
  if (answer.status === 204) return reply.code(204).send();
  const wait = (answer.body as { retry_after?: unknown } | null)?.retry_after;
  if (answer.status === 429 && typeof wait === 'number') void reply.header('retry-after', String(wait));
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}

/** Sends a failure that does not come from an operation. */
export function sendFailure(
  context: AppContext,
  reply: FastifyReply,
  code: ErrorCode,
  values: Record<string, unknown> = {},
): FastifyReply {
  const message = context.sentences.in('en')(`errors.${code}`, withWait(values));
  return reply
    .code(errors[code])
    .type('application/json; charset=utf-8')
    .send({ error: code, message, ...values });
}
