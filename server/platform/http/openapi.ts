import { type OperationName, callOf, calls } from '../../../contract/calls.ts';
import { errors } from '../../../contract/errors.ts';
import { operations } from '../../../contract/index.ts';
import { type Operation, errorsOf } from '../../../contract/operation.ts';

const failure = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    authentication_required: { type: 'boolean' },
    fields: { type: 'object', additionalProperties: { type: 'string', enum: Object.keys(errors) } },
    trace: { type: 'string' },
  },
};

/** The OpenAPI 3.1 document of every call, generated from the schemas that validate it. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(calls) as OperationName[]) {
    const { method, path } = callOf(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tealight', version: '1', description: 'Every call of the service.' },
    components: {
      schemas: { Failure: failure },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'auth.session' } },
    },
    paths,
  };
}

function describe(name: OperationName): object {
  const operation: Operation = operations[name];
  const { method } = callOf(name);
  const schema = operation.input as { properties?: Record<string, object>; required?: string[] };
  const fields = Object.entries(schema.properties ?? {});
  const input =
    method === 'GET'
      ? {
          parameters: fields.map(([field, type]) => ({
            name: field,
            in: 'query',
            required: schema.required?.includes(field) ?? false,
            schema: type,
          })),
        }
      : { requestBody: { required: true, content: contentOf(operation.body, schema) } };
  const byStatus = new Map<number, string[]>();
  for (const code of errorsOf(operation)) byStatus.set(errors[code], [...(byStatus.get(errors[code]) ?? []), code]);
  return {
    operationId: name,
    summary: operation.summary,
    description: `Source: ${operation.source}.`,
    ...(operation.audience === 'member' ? { security: [{ session: [] }] } : {}),
    ...input,
    responses: {
      ...answerOf(operation),
      ...Object.fromEntries([...byStatus].map(([status, list]) => [status, failureOf(list)])),
    },
  };
}

function answerOf({ file, output }: Operation): object {
  if ((output as { type?: string }).type === 'null') return { 204: { description: 'Done; there is no answer.' } };
  const content = file
    ? { [file]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: output } };
  return { 200: { description: 'The answer.', content } };
}

function contentOf(body: string | undefined, schema: object): object {
  if (body === 'form') return { 'application/x-www-form-urlencoded': { schema } };
  if (body === 'bytes') return { 'application/octet-stream': { schema } };
  if (body === 'multipart') return { 'multipart/form-data': { schema }, 'application/json': { schema } };
  return { 'application/json': { schema } };
}

function failureOf(codes: string[]): object {
  return {
    description: codes.join(', '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}
