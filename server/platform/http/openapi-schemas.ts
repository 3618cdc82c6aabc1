import { errors } from '../../../contract/errors.ts';
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
      description: 'the fields of the input that are wrong, and why',
      additionalProperties: { $ref: '#/components/schemas/ErrorCode' },
    },
    authentication_required: { type: 'boolean', const: true, description: 'only a member may do this' },
    session_ended: { type: 'boolean', const: true, description: 'the session was ended, and has not just expired' },
    retry_after: { type: 'integer', minimum: 0, description: 'seconds to wait, as in the header Retry-After' },
    minutes: { type: 'integer', description: 'minutes to wait' },
    megabytes: { type: 'integer', description: 'the largest size of a file' },
    megapixels: { type: 'integer', description: 'the largest picture' },
    min: { type: 'integer', description: 'the least that is allowed' },
    max: { type: 'integer', description: 'the most that is allowed' },
    min_age: { type: 'integer', description: 'the age from which people are admitted' },
    premium_max: { type: 'integer', description: 'the most that is allowed to premium members' },
    name: { type: 'string', description: 'the name of the other member' },
    trace: { type: 'string', description: 'names the failure in the log' },
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
