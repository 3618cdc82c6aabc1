import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { type OperationName, calls, getEndpoint } from '../../../contract/calls.ts';
import { operations, operationsByModule } from '../../../contract/index.ts';
import { errors } from '../../../contract/platform/errors.ts';
import { type Operation, listErrors } from '../../../contract/platform/operation.ts';
import { schemas } from '../../../contract/schemas.ts';
import errorSentences from '../../../locales/errors/en.json';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { getOperationQuery } from './api-routes.ts';
import * as openapi from './openapi.ts';
import { openApiDocument } from './openapi.ts';

interface Part {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object }>;
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: { enum?: string[] } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Part | { $ref: string }>;
}

const document = openApiDocument('2.3.4') as {
  info: { version: string };
  tags: { name: string }[];
  components: { schemas: Record<string, { properties: Record<string, object>; enum: string[] }> };
  paths: Record<string, Record<string, Described>>;
};
const names = Object.keys(calls) as OperationName[];
const getDescription = (name: OperationName): Described => {
  const { method, path } = getEndpoint(name);
  return document.paths[path.split('?')[0] ?? '']?.[method.toLowerCase()] as Described;
};

/** Resolves a reference. */
function resolve<T extends object>(part: T | { $ref: string }): T {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.replace('#/', '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T;
}

/** Lists every reference of the document. */
function refsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (key === '$ref' ? [value as string] : refsIn(value)));
}

/** Lists the fields of a schema, or of all its alternatives. */
function listFields(schema: object | { $ref: string }): string[] {
  const { anyOf = [], properties = {} } = resolve<{ anyOf?: object[]; properties?: object }>(schema);
  return [...Object.keys(properties), ...anyOf.flatMap(listFields)];
}

const sharing = (name: OperationName): OperationName[] =>
  names.filter((other) => getDescription(other) === getDescription(name));

describe('the OpenAPI document', () => {
  let verdict: { valid: boolean; errors?: unknown };
  beforeAll(async () => {
    verdict = await new Validator().validate(openApiDocument('2.3.4') as Record<string, unknown>);
  });

  it('is valid against the OpenAPI 3.1 schema', () => {
    expect(verdict).toMatchObject({ valid: true });
  });

  it('names the version of the program', () => {
    expect(document.info.version).toBe('2.3.4');
  });

  it('is plain, stable JSON in which every reference resolves', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(openApiDocument('2.3.4'))));
    expect(JSON.stringify(document)).not.toMatch(/undefined|\[object|function/);
    for (const $ref of new Set(refsIn(document))) expect([$ref, resolve({ $ref })]).toEqual([$ref, expect.anything()]);
  });

  it('has no query in a path, unique operation ids, and every call in its operation', () => {
    expect(Object.keys(document.paths).filter((path) => path.includes('?'))).toEqual([]);
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of names) {
      const { operationId, description, parameters } = getDescription(name);
      expect(operationId === name || description.includes(`, ${name}: `)).toBe(true);
      for (const [field, value] of getOperationQuery(name))
        expect(parameters.find((one) => one.name === field)?.schema.enum).toContain(value);
    }
  });

  it('contains no named schema twice, whether under another name or inline', () => {
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema));
    expect(new Set(texts).size).toBe(texts.length);
    // None of them is repeated in place.
    const whole = JSON.stringify(document);
    for (const name of Object.keys(schemas)) {
      const text = JSON.stringify(document.components.schemas[name]);
      expect([name, whole.split(text).length - 1]).toEqual([name, 1]);
    }
  });

  it.each(names)('describes %s as its contract does', (name) => {
    const operation: Operation = operations[name];
    const { input, output, summary, source, body, effect, ownClient, webhook, query = [] } = operation;
    const described = getDescription(name);
    const { method } = getEndpoint(name);
    if (described.operationId === name) expect(described.summary).toBe(summary);
    expect(described.description).toContain(source);
    expect(described.tags.flatMap((tag) => Object.keys(operationsByModule[tag as 'chat']))).toContain(name);
    const audiences = new Set(sharing(name).map((other) => operations[other].audience));
    const [open, closed] = [audiences.has('anyone'), audiences.has('member')];
    expect(described.security).toEqual([...(open && closed ? [{}] : []), ...(closed ? [{ session: [] }] : [])]);

    const kinds = ((output as { anyOf?: object[] }).anyOf ?? [output]) as { type?: string }[];
    if (kinds.some(({ type }) => type === 'null')) expect(described.responses).toHaveProperty('204');
    if (kinds.some(({ type }) => type !== 'null')) {
      const { content = {} } = described.responses['200'] as Part;
      expect(Object.keys(content)).toEqual([operation.file ?? 'application/json']);
      if (!operation.file) {
        const fields = kinds.flatMap(listFields);
        expect(listFields(content['application/json']?.schema ?? {})).toEqual(expect.arrayContaining(fields));
      }
    }
    const fields = Object.keys((input as { properties?: object }).properties ?? {});
    const required = (input as { required?: string[] }).required ?? [];
    const asked = described.parameters.filter((one) => one.in === 'query').map((one) => one.name);
    if (method === 'GET') {
      expect(asked).toEqual(expect.arrayContaining(fields));
      const needed = described.parameters.filter((one) => one.in === 'query' && one.required);
      expect(required).toEqual(expect.arrayContaining(needed.map((one) => one.name)));
    } else if (fields.length > 0) {
      const types = {
        json: ['application/json'],
        form: ['application/x-www-form-urlencoded'],
        bytes: ['application/octet-stream'],
        multipart: ['multipart/form-data', 'application/json'],
      };
      expect(Object.keys(described.requestBody?.content ?? {})).toEqual(types[body ?? 'json']);
      for (const { schema } of Object.values(described.requestBody?.content ?? {}))
        expect(listFields(schema)).toEqual(expect.arrayContaining(fields));
      expect(asked).toEqual(expect.arrayContaining([...query]));
      if (required.every((field) => query.includes(field))) expect(described.requestBody?.required).toBe(false);
    }
    const header = described.parameters.find((one) => one.name === 'X-Client-Type');
    expect(header !== undefined).toBe(sharing(name).some((other) => (operations[other] as Operation).effect));
    if (sharing(name).length === 1) expect(header?.required === true).toBe(ownClient === true);

    const isGuarded = method === 'GET' ? effect : !webhook;
    const codes = [
      ...listErrors(operation),
      'request.method',
      ...(isGuarded ? ['request.foreign-origin'] : []),
    ] as const;
    for (const code of codes) {
      const failure = resolve(described.responses[errors[code as 'link.expired']] as Part);
      expect(failure.description.split(', ')).toContain(code);
    }
  });

  it('declares the headers of failures', () => {
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods)) {
        expect(resolve(responses['405'] as Part).headers).toHaveProperty('Allow');
        for (const status of ['429', '503'])
          expect(resolve(responses[status] as Part).headers).toHaveProperty('Retry-After');
      }
  });

  it('lists every error code, and every value used in an error sentence', () => {
    expect(document.components.schemas['ErrorCode']?.enum).toEqual(Object.keys(errors));
    const named = Object.values(errorSentences).flatMap((text) =>
      [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name),
    );
    // `withWait` derives these from `retry_after`.
    const values = named.filter((name) => !['wait', 'wait_unit'].includes(name));
    const { properties = {} } = document.components.schemas['Failure'] ?? {};
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...values, 'retry_after']));
  });

  it('has a tag for each module', () => {
    expect(document.tags.map(({ name }) => name)).toEqual(Object.keys(operationsByModule));
  });
});

const test = useTestApp();

const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.server.inject({ method, url: '/api/openapi.json', headers: { host: 'localhost', ...headers } });

it('the OpenAPI document is built once, compressed, cacheable, and answered 304 if unchanged', async () => {
  const build = vi.spyOn(openapi, 'openApiDocument');
  const plain = await ask();
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
  const [br, gzip, head] = [
    await ask({ 'accept-encoding': 'gzip, br' }),
    await ask({ 'accept-encoding': 'gzip' }),
    await ask({}, 'HEAD'),
  ];
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect([head.statusCode, head.body]).toEqual([200, '']);

  const tag = String(plain.headers.etag);
  const again = await ask({ 'if-none-match': `"another", ${tag}`, 'accept-encoding': 'gzip' });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect(again.headers['content-encoding']).toBeUndefined();
  expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200);
  expect(build).toHaveBeenCalledTimes(1);
  const { version } = test.context;
  expect(JSON.parse(plain.body)).toEqual(JSON.parse(JSON.stringify(openapi.openApiDocument(version))));
  const { version: packaged } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect((JSON.parse(plain.body) as typeof document).info.version.split('+')[0]).toBe(packaged);
});
