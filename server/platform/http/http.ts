import { isUtf8 } from 'node:buffer';

import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

import { type OperationName, getEndpoint } from '../../../contract/calls.ts';
import { operations } from '../../../contract/index.ts';
import { type ErrorBody, type ErrorCode, errors } from '../../../contract/platform/errors.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { Operation } from '../../../contract/platform/operation.ts';
import { withWait } from '../../../contract/platform/wait.ts';
import type { AppContext } from '../context.ts';
import type { CallResponse, Dispatch } from '../dispatch/dispatch.ts';
import { Failure, must } from '../failure.ts';
import { getOperationQuery, listApiRoutes } from './api-routes.ts';
import { type Body, type FormLimits, type OpenBody, getMediaType, hasBody, textBodyMaxBytes } from './bodies.ts';
import { chooseEncoding, compress } from './compress.ts';
import { mayHaveEffect, ownOrigin } from './origin-guard.ts';
import { asksForPage, refusalPage, refusalPolicy } from './refusal-page.ts';
import { toRequest } from './request.ts';
import { serveOpenApi } from './serve-openapi.ts';

/** Adds the routes of calls: every operation at its method and path, and the OpenAPI document of them all. */
export function registerHttp(
  app: FastifyInstance,
  context: AppContext,
  { dispatch, openBody, forms }: { dispatch: Dispatch; openBody: OpenBody; forms: Forms },
): void {
  const toJson = jsonParser(app);
  for (const { method, path, names } of listApiRoutes()) {
    const [first] = names;
    const { page }: Operation = operations[first];
    if (page !== undefined) registerPageRedirect(app, path, page);
    app.route({
      method,
      url: path,
      // A HEAD must not change anything, so operations with an effect have no HEAD route.
      exposeHeadRoute: !names.some((name) => (operations[name] as Operation).effect),
      handler: async (request, reply) => {
        const name = names.find((one) => isNamedBy(one, request)) ?? first;
        if (!mayRun(context, request, operations[name])) return sendFailure(context, reply, 'request.foreign-origin');
        const body = openBody(request);
        const read = (): Promise<unknown> => readInput(name, request, body, { toJson, form: forms[name] });
        const response = await dispatch(name, read, toRequest(context, request, reply)).finally(() => body.release());
        const { file, compressed } = operations[name] as Operation;
        if (compressed && response.ok) return sendCompressed(request, reply, response.body);
        return file && response.ok ? sendFile(reply, file, response.body as FileResult) : send(reply, response);
      },
    });
  }
  serveOpenApi(app, context.version);
  app.all('/api/*', { config: { methodsAt: () => [] } }, async (_request, reply) => reply.callNotFound());
}

function isNamedBy(name: OperationName, { query }: FastifyRequest): boolean {
  const own = getOperationQuery(name);
  return own.length > 0 && own.every(([field, value]) => (query as Record<string, unknown>)[field] === value);
}

function registerPageRedirect(app: FastifyInstance, path: string, page: string): void {
  app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
    const at = request.url.indexOf('?');
    return reply.redirect(page + (at < 0 ? '' : request.url.slice(at)), 303);
  });
}

/** True if a call that changes something comes from our script, not from a link or an image of a foreign page. */
function mayRun(context: AppContext, request: FastifyRequest, { effect, ownClient }: Operation): boolean {
  const { headers } = request;
  if (ownClient && headers['x-client-type'] === undefined) return false;
  return !effect || mayHaveEffect(headers, ownOrigin(context, request));
}

/** Limits of the multipart body of an operation. */
type Forms = Partial<Record<OperationName, FormLimits>>;

type ToJson = (request: FastifyRequest, text: string) => Promise<unknown>;

/** Wraps Fastify's own parser, which refuses keys that could change a prototype. */
function jsonParser(app: FastifyInstance): ToJson {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, value) => {
        if (error) reject(new Failure('request.malformed'));
        else resolve(value);
      });
    });
}

/** Reads the input of a call. A body is read in its contract's format or as JSON, and refused unread in any other. */
async function readInput(
  name: OperationName,
  request: FastifyRequest,
  body: Body,
  { toJson, form }: { toJson: ToJson; form: FormLimits | undefined },
): Promise<unknown> {
  const { input: schema, body: format, query: named = [], signatureHeader, ignoresBody }: Operation = operations[name];
  const query = request.query as Record<string, unknown>;
  const fields = Object.fromEntries(named.flatMap((field) => (field in query ? [[field, query[field]]] : [])));
  must(!Object.values(query).some(Array.isArray), 'request.malformed');
  if (getEndpoint(name).method === 'GET') return fromText(schema, query);
  const type = getMediaType(request);
  if (form && type === 'multipart/form-data') return fromText(schema, Object.fromEntries(await body.form(form)));
  const readText = async (): Promise<string> => {
    const bytes = await body.bytes(textBodyMaxBytes);
    return format === 'bytes' ? bytes.toString('latin1') : readUtf8(bytes);
  };
  const signature = signatureHeader && request.headers[signatureHeader];
  if (typeof signature === 'string') return { ...fields, payload: await readText(), signature };
  if (format === 'form' && type === 'application/x-www-form-urlencoded')
    return { ...Object.fromEntries(new URLSearchParams(readUtf8(await body.urlEncoded()))), ...fields };
  if (type === 'multipart/form-data' && ignoresBody && Object.keys(fields).length > 0) return fields;
  if (type === undefined && !hasBody(request)) return fields;
  must(type === 'application/json', 'request.malformed');
  const value = await toJson(request, await readText());
  must(typeof value === 'object' && !Array.isArray(value), 'request.malformed');
  return { ...value, ...fields };
}

/** Refuses bytes that are not UTF-8: they would be stored as �. */
function readUtf8(bytes: Buffer): string {
  must(isUtf8(bytes), 'request.malformed');
  return bytes.toString();
}

function send(reply: FastifyReply, response: CallResponse<OperationName>): FastifyReply {
  if (response.status === 204) return reply.code(204).send();
  if (!response.ok) setRetryAfter(reply, response.body);
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: unknown): Promise<FastifyReply> {
  const bytes = await compress(JSON.stringify(body), chooseEncoding(request, reply));
  return reply.type('application/json; charset=utf-8').send(bytes);
}

interface FileResult {
  filename: string;
  content: string;
}

function sendFile(reply: FastifyReply, type: string, { filename, content }: FileResult): FastifyReply {
  return reply
    .code(200)
    .type(type)
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${filename}"`)
    .send(Buffer.from(content, 'base64'));
}

/** The wait for clients other than ours when the database is busy or cannot be reached. */
const busySeconds = 5;

/** Returns the seconds after which clients may retry: ours read the body, others the header that has them. */
export function getRetryAfter({ error, retry_after: wait }: Record<string, unknown>): number | undefined {
  if (typeof wait === 'number') return wait;
  return error === 'request.busy' ? busySeconds : undefined;
}

/** Tells clients in a header when to retry. */
export function setRetryAfter(reply: FastifyReply, body: Record<string, unknown>): void {
  const wait = getRetryAfter(body);
  if (wait !== undefined) void reply.header('retry-after', String(wait));
}

/** Returns the body of a failure that no operation has answered. */
export function failureBody(
  { sentences }: Pick<AppContext, 'sentences'>,
  code: ErrorCode,
  values: Record<string, unknown> = {},
): ErrorBody {
  return { error: code, message: sentences.in('en')(`errors.${code}`, withWait(values)), ...values };
}

/** Sends a failure: to a person as a page. Never cached: a missing file may come with the next version. */
export function sendFailure(
  context: AppContext,
  reply: FastifyReply,
  code: ErrorCode,
  values: Record<string, unknown> = {},
  account?: Language,
): FastifyReply {
  setRetryAfter(reply, { error: code, ...values });
  void reply.code(errors[code]).header('cache-control', 'no-store');
  if (asksForPage(reply.request)) {
    const page = refusalPage(context, reply.request, { code, values, account });
    return reply.type('text/html; charset=utf-8').header('content-security-policy', refusalPolicy).send(page);
  }
  return reply.type('application/json; charset=utf-8').send(failureBody(context, code, values));
}

const numbers = { integer: /^-?\d{1,15}$/, number: /^-?\d{1,15}(\.\d{1,40})?$/ } as const;

/**
 * Converts texts to the types of the schema. A text that does not look like its type stays one, and the validation
 * refuses it: nothing is rounded or guessed.
 */
function fromText(schema: TSchema, fields: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, readAs(properties[name]?.type, value)]),
  );
}

function readAs(type: string | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && numbers[type].test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === '1')) return true;
  if (type === 'boolean' && (value === 'false' || value === '0')) return false;
  return value;
}
