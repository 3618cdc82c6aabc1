import { errors } from '../../../contract/platform/errors.ts';
import { schemas } from '../../../contract/schemas.ts';

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

/** Replaces every named part of a schema by a reference, except for the one called `own`. */
export function refer(schema: unknown, own?: string): unknown {
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

/** The schemas of a document: named ones, and those of the parts of its calls. */
export interface Schemas {
  /** Refers to a part of a call by its schema's name or, if it is an unnamed object, by this name. */
  part(name: string, schema: object): object;
  all(): Record<string, unknown>;
}

export function collectSchemas(): Schemas {
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
