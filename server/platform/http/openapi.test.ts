import { describe, expect, it } from 'vitest';

import { type OperationName, callOf, calls } from '../../../contract/calls.ts';
import { errors } from '../../../contract/errors.ts';
import { operations } from '../../../contract/index.ts';
import { commonErrors } from '../../../contract/operation.ts';
import { openApiDocument } from './openapi.ts';

interface Described {
  operationId: string;
  summary: string;
  description: string;
  security?: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>;
}

const document = openApiDocument() as {
  components: { schemas: { Failure: { properties: { error: { enum: string[] } } } } };
  paths: Record<string, Record<string, Described>>;
};
const names = Object.keys(calls) as OperationName[];
const describedOf = (name: OperationName): Described => {
  const { method, path } = callOf(name);
  return document.paths[path]?.[method.toLowerCase()] as Described;
};

describe('the OpenAPI document', () => {
  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(JSON.stringify(document)).not.toMatch(/undefined|\[object|function/);
  });

  it('contains every call exactly once', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(ids.toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('describes %s as its contract does', (name) => {
    const { audience, input, output, summary, source, errors: codes, body } = operations[name];
    const described = describedOf(name);
    expect(described.summary).toBe(summary);
    expect(described.description).toContain(source);
    expect(described.security).toEqual(audience === 'member' ? [{ session: [] }] : undefined);
    const { file } = operations[name] as { file?: string };
    const isEmpty = (output as { type?: string }).type === 'null';
    expect(described.responses['204'] !== undefined).toBe(isEmpty);
    const answered = described.responses['200']?.content[file ?? 'application/json']?.schema;
    expect(answered).toEqual(isEmpty ? undefined : file ? { type: 'string', format: 'binary' } : output);
    const fields = Object.keys((input as { properties?: object }).properties ?? {});
    const required = (input as { required?: string[] }).required ?? [];
    if (callOf(name).method === 'GET') {
      expect(described.parameters?.map((one) => one.name)).toEqual(fields);
      expect(described.parameters?.filter((one) => one.required).map((one) => one.name)).toEqual(required);
    } else {
      const types = {
        json: ['application/json'],
        form: ['application/x-www-form-urlencoded'],
        bytes: ['application/octet-stream'],
      };
      const both = ['multipart/form-data', 'application/json'];
      expect(Object.keys(described.requestBody?.content ?? {})).toEqual(
        body === 'multipart' ? both : types[body ?? 'json'],
      );
      for (const { schema } of Object.values(described.requestBody?.content ?? {}))
        expect(Object.keys((schema as { properties: object }).properties)).toEqual(fields);
    }
    for (const code of [...codes, ...commonErrors])
      expect(described.responses[errors[code]]?.description.split(', ')).toContain(code);
    if (audience === 'member') expect(described.responses['403']?.description).toContain('session.missing');
  });

  it('lists every error code of a failure', () => {
    expect(document.components.schemas.Failure.properties.error.enum).toEqual(Object.keys(errors));
  });
});
