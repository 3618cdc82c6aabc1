import type { OperationName } from '../../../contract/calls.ts';
import { operations, operationsByModule } from '../../../contract/index.ts';
import { type ErrorCode, errors } from '../../../contract/platform/errors.ts';
import { type Operation, listErrors } from '../../../contract/platform/operation.ts';
import { schemas } from '../../../contract/schemas.ts';
import { type ApiRoute, getOperationQuery, listApiRoutes } from './api-routes.ts';

interface ObjectSchema {
  properties?: Record<string, object>;
  required?: string[];
}

interface Parameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  description?: string;
  schema: unknown;
}

const commonFailures: Record<string, readonly ErrorCode[]> = {
  Malformed: ['request.malformed'],
  ForeignOrigin: ['request.foreign-origin'],
  NotForVisitors: ['session.missing'],
  NotForVisitorsOrForeigners: ['request.foreign-origin', 'session.missing'],
  WrongMethod: ['request.method'],
  TooSlow: ['request.too-slow'],
  TooLarge: ['request.too-large'],
  WrongMediaType: ['request.media-type'],
  InvalidInput: ['input.invalid'],
  TooMany: ['request.too-many'],
  Failed: ['request.failed'],
  Busy: ['request.busy'],
  NoRoom: ['request.no-room'],
};

const description = `Every call of the service. HEAD gets a response wherever GET changes nothing; a method that a path does
not support gets 405. Calls that change something are refused to pages of other origins. Calls that share a method and a
path and differ in a field of the query are described together: the value of the field selects the call. Members may
also make the calls with \`x-over-socket\` over an open WebSocket at /api/live, from a page of the same origin: the text
frame {"type": "call", "id": 1, "operation": operationId, "input": {}} is answered by {"type": "answer", "id": 1,
"status": 200, "body": {}}, with the status and body described here, and \`retry_after\` where there is such a header.`;

/** Returns the OpenAPI document, generated from the schemas that validate the calls. `version`: of this program. */
export function openApiDocument(version: string): object {
  const collected = collectSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of listApiRoutes())
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route, collected) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tealight',
      version,
      description: description.replaceAll('\n', ' '),
      contact: { name: 'Tealight', url: '/service' },
      license: { name: 'All rights reserved', url: '/terms' },
    },
    servers: [{ url: '/', description: 'site that serves this document' }],
    tags: Object.keys(operationsByModule).map((name) => ({ name, description: `Calls of the module ${name}.` })),
    paths,
    components: {
      schemas: collected.all(),
      responses: Object.fromEntries(
        Object.entries(commonFailures).map(([name, codes]) => [name, describeFailure(codes)]),
      ),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'auth.session' } },
    },
  };
}

function describe({ method, names }: ApiRoute, collected: Schemas): object {
  const all: Operation[] = names.map((name) => operations[name]);
  const [name] = names;
  const operation: Operation = operations[name];
  const inBody = method !== 'GET';
  return {
    operationId: name,
    tags: [...new Set(names.map((one) => findModule(one)))],
    summary: operation.summary,
    description: names.map((one) => describeOne(one)).join(' '),
    security: describeSecurity(all),
    ...(all.some(({ overSocket }) => overSocket) && { 'x-over-socket': true }),
    parameters: [
      ...queryParameters(names),
      ...(inBody ? besideBody(all) : inputParameters(all)),
      ...headerParameters(all),
    ],
    ...(inBody && describeBody(names, collected)),
    responses: { ...describeResults(names, collected), ...describeFailures(all, method) },
  };
}

function findModule(name: OperationName): string {
  return Object.entries(operationsByModule).find(([, own]) => Object.hasOwn(own, name))?.[0] ?? '';
}

function describeOne(name: OperationName): string {
  const { summary, source } = operations[name];
  const query = getOperationQuery(name).map(([field, value]) => `${field}=${value}`);
  return query.length === 0
    ? `Source: ${source}.`
    : `With \`?${query.join('&')}\`, ${name}: ${summary} Source: ${source}.`;
}

function describeSecurity(all: readonly Operation[]): object[] {
  const audiences = new Set(all.map(({ audience }) => audience));
  if (!audiences.has('member')) return [];
  return audiences.has('anyone') ? [{}, { session: [] }] : [{ session: [] }];
}

function queryParameters(names: readonly OperationName[]): Parameter[] {
  const values = new Map<string, string[]>();
  for (const [field, value] of names.flatMap(getOperationQuery))
    values.set(field, [...(values.get(field) ?? []), value]);
  return [...values].map(([field, known]) => ({
    name: field,
    in: 'query',
    required: names.every((name) => getOperationQuery(name).some(([own]) => own === field)),
    description: 'selects the call',
    schema: { type: 'string', enum: known },
  }));
}

function inputParameters(all: readonly Operation[]): Parameter[] {
  const inputs = all.map(({ input }) => input as ObjectSchema);
  const fields = new Map(inputs.flatMap(({ properties = {} }) => Object.entries(properties)));
  return [...fields].map(([field, schema]) => ({
    name: field,
    in: 'query',
    required: inputs.every(({ required = [] }) => required.includes(field)),
    schema: refer(schema),
  }));
}

function besideBody(all: readonly Operation[]): Parameter[] {
  return [...new Set(all.flatMap(({ query = [] }) => query))].map((field) => ({
    name: field,
    in: 'query',
    required: false,
    schema: refer((all[0]?.input as ObjectSchema | undefined)?.properties?.[field] ?? {}),
  }));
}

function headerParameters(all: readonly Operation[]): Parameter[] {
  const client = all.some(({ effect, ownClient }) => effect || ownClient);
  const signatures = new Set(all.flatMap(({ signatureHeader }) => signatureHeader ?? []));
  return [
    ...(client
      ? [
          {
            name: 'X-Client-Type',
            in: 'header' as const,
            required: all.every(({ ownClient }) => ownClient === true),
            description: 'type of client; links, images and forms cannot send this header',
            schema: { type: 'string', enum: ['web', 'app'] },
          },
        ]
      : []),
    ...[...signatures].map((name) => ({ name, in: 'header' as const, required: false, schema: { type: 'string' } })),
  ];
}

function describeBody(names: readonly OperationName[], collected: Schemas): object {
  const all = names.map((name) => {
    const { input, query = [] }: Operation = operations[name];
    const { required = [], ...others } = input as ObjectSchema;
    const needed = required.filter((field) => !query.includes(field));
    return { name, schema: { ...others, ...(needed.length > 0 && { required: needed }) } };
  });
  if (all.every(({ schema }) => Object.keys(schema.properties ?? {}).length === 0)) return {};
  const required = all.every(({ schema }) => schema.required !== undefined);
  const schema = uniteSchemas(all.map((one) => collected.part(nameOfPart(one.name, 'Input'), one.schema)));
  return {
    requestBody: {
      required,
      content: describeContent((operations[names[0] as OperationName] as Operation).body, schema),
    },
  };
}

function nameOfPart(name: OperationName, role: 'Input' | 'Result'): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1) + role;
}

function describeContent(body: string | undefined, schema: unknown): object {
  if (body === 'form') return { 'application/x-www-form-urlencoded': { schema } };
  if (body === 'bytes') return { 'application/octet-stream': { schema } };
  if (body === 'multipart') return { 'multipart/form-data': { schema }, 'application/json': { schema } };
  return { 'application/json': { schema } };
}

function uniteSchemas(alternatives: readonly object[]): object {
  const [first = {}, ...others] = new Map(alternatives.map((schema) => [JSON.stringify(schema), schema])).values();
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

/** Describes the successful responses: 200 with the results of the operations, 204 if a result may be null. */
function describeResults(names: readonly OperationName[], collected: Schemas): object {
  const [file] = names.flatMap((name) => (operations[name] as Operation).file ?? []);
  const binary = { schema: { type: 'string', format: 'binary' } };
  if (file) return { 200: { description: 'The file.', content: { [file]: binary } } };
  const all = names.map((name) => ({ name, ...withoutNull(operations[name].output) }));
  const parts = all.flatMap(({ name, schema }) => (schema ? collected.part(nameOfPart(name, 'Result'), schema) : []));
  return {
    ...(parts.length > 0 && {
      200: { description: 'The response.', content: { 'application/json': { schema: uniteSchemas(parts) } } },
    }),
    ...(all.some(({ isNullable }) => isNullable) && { 204: { description: 'Done, without content.' } }),
  };
}

function withoutNull(output: object): { schema?: object; isNullable: boolean } {
  const isNull = (schema: object): boolean => (schema as { type?: string }).type === 'null';
  if (isNull(output)) return { isNullable: true };
  const { anyOf: alternatives } = output as { anyOf?: object[] };
  if (!alternatives?.some(isNull)) return { schema: output, isNullable: false };
  const [first = {}, ...others] = alternatives.filter((schema) => !isNull(schema));
  return { schema: others.length === 0 ? first : { anyOf: [first, ...others] }, isNullable: true };
}

function describeFailures(all: readonly Operation[], method: string): object {
  const foreign = all.some(({ webhook, effect }) => (method === 'GET' ? effect : !webhook));
  const codes = new Set([
    ...all.flatMap((operation) => listErrors(operation)),
    'request.method' as const,
    ...(foreign ? (['request.foreign-origin'] as const) : []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code]);
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, commonOr(list)]));
}

function commonOr(codes: readonly ErrorCode[]): object {
  const same = (known: readonly ErrorCode[]): boolean =>
    known.length === codes.length && known.every((one) => codes.includes(one));
  const [name] = Object.entries(commonFailures).find(([, known]) => same(known)) ?? [];
  return name === undefined ? describeFailure(codes) : { $ref: `#/components/responses/${name}` };
}

function describeFailure(codes: readonly ErrorCode[]): object {
  const status = errors[codes[0] as ErrorCode];
  const headers = {
    ...(status === 405 && {
      Allow: { description: 'methods that the path supports', required: true, schema: { type: 'string' } },
    }),
    ...((status === 429 || status === 503) && {
      'Retry-After': { description: 'seconds to wait before a retry', schema: { type: 'integer' } },
    }),
  };
  return {
    description: codes.join(', '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

/** The body of every failure: its code, a sentence in English, and the values that the sentence names. */
const failure = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { $ref: '#/components/schemas/ErrorCode' },
    message: { type: 'string' },
    fields: {
      type: 'object',
      description: 'invalid fields of the input, each with its error code',
      additionalProperties: { $ref: '#/components/schemas/ErrorCode' },
    },
    authentication_required: { type: 'boolean', const: true, description: 'set if the call requires a login' },
    session_ended: { type: 'boolean', const: true, description: 'set if the session was ended, not just expired' },
    retry_after: { type: 'integer', minimum: 0, description: 'seconds to wait, as in the Retry-After header' },
    minutes: { type: 'integer', description: 'minutes to wait' },
    megabytes: { type: 'integer', description: 'maximum size of the upload, in megabytes' },
    megapixels: { type: 'integer', description: 'maximum size of a picture, in megapixels' },
    min: { type: 'integer', description: 'allowed minimum' },
    max: { type: 'integer', description: 'allowed maximum' },
    min_age: { type: 'integer', description: 'minimum age, in years' },
    premium_max: { type: 'integer', description: 'allowed maximum for premium members' },
    name: { type: 'string', description: 'name of the other member' },
    trace: { type: 'string', description: 'id of the failure in the log' },
  },
};

const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));

function refer(schema: unknown, own?: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => refer(part));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = names.get(JSON.stringify(schema));
  if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
  const parts = Object.entries(schema).map(([key, part]) => [key, refer(part)] as const);
  const { patternProperties, ...others } = Object.fromEntries(parts) as { patternProperties?: Record<string, unknown> };
  // Generators of clients know `additionalProperties` better.
  const any = patternProperties?.['^.*$'];
  if (any !== undefined) return { ...others, additionalProperties: any };
  return patternProperties ? { ...others, patternProperties } : others;
}

interface Schemas {
  /** Refers to a part of a call by its schema's name or, if it is an unnamed object, by this name. */
  part(name: string, schema: object): object;
  all(): Record<string, unknown>;
}

function collectSchemas(): Schemas {
  const parts: Record<string, object> = {};
  return {
    part(name, schema) {
      const own = refer(schema) as object;
      if (!('properties' in own)) return own;
      parts[name] = own;
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => ({
      ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, refer(schema, name)])),
      ErrorCode: { type: 'string', enum: Object.keys(errors) },
      Failure: failure,
      ...parts,
    }),
  };
}
