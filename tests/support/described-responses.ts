import type { OutgoingHttpHeaders } from 'node:http';

import { Ajv2020 } from 'ajv/dist/2020.js';

import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import { openApiDocument } from '../../server/platform/http/openapi.ts';

interface Described {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: object }>;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
let document: Record<string, unknown> | undefined;

/** Returns the part of the OpenAPI document at a pointer, with references followed. */
function follow(pointer: string): { at: string; part: unknown } {
  const steps = pointer.split('/').slice(1);
  const part = steps.reduce<unknown>(
    (within, step) => (within as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/')],
    document,
  );
  const { $ref } = (part ?? {}) as { $ref?: string };
  return $ref === undefined ? { at: pointer, part } : follow($ref.slice(1));
}

/** Finds a response's fault by the OpenAPI document, in status, code, headers or body; undefined if none. */
export function findUndescribed(
  name: OperationName,
  response: { status: number; headers: OutgoingHttpHeaders; body: unknown },
): string | undefined {
  if (!document) {
    document = openApiDocument('1') as Record<string, unknown>;
    ajv.addSchema(document, 'openapi');
  }
  const { method, path } = getEndpoint(name);
  const place = `/paths/${path.split('?')[0]?.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${response.status}`;
  const { at, part } = follow(place);
  if (part === undefined) return `${name} returns ${response.status}, which is not described`;
  const { description, headers = {}, content } = part as Described;
  const code = (response.body as { error?: string } | null)?.error;
  if (response.status >= 400 && !description.split(', ').includes(String(code)))
    return `${name} returns ${response.status} with ${code}, which is not described`;
  for (const [header, { required }] of Object.entries(headers))
    if (required && response.headers[header.toLowerCase()] === undefined) return `${name} returns without ${header}`;
  if (!content) return response.body === null ? undefined : `${name} returns ${response.status} with a body`;
  const validate = ajv.getSchema(`openapi#${at}/content/application~1json/schema`);
  if (!validate || validate(response.body)) return undefined;
  return `${name} returns ${response.status} otherwise than described: ${ajv.errorsText(validate.errors)}`;
}
