import fc from 'fast-check';

import type { OperationName } from '../../contract/calls.ts';
import { operations } from '../../contract/index.ts';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
}

export const getInputSchema = (name: OperationName): Schema => operations[name].input as Schema;

/** Lists the names of an operation's text fields. */
export function listTextFields(name: OperationName): string[] {
  const properties = Object.entries(getInputSchema(name).properties ?? {});
  return properties.filter(([, { type, enum: values }]) => type === 'string' || values).map(([field]) => field);
}

/** Generates values that fit a schema. Ids are drawn from `ids`, which exist. */
export function fitting(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, ids)));
  if (schema.format === 'binary') return fc.constant({ bytes: 'AAAA' });
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fitting(one, ids)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(fitting(schema.items ?? {}, ids), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      if (schema.pattern) return fc.oneof(fc.constantFrom(...ids), fc.uuid({ version: 4 }));
      return fc.oneof(
        fc.string({ maxLength: Math.min(schema.maxLength ?? 50, 200), unit: 'grapheme' }),
        fc.constantFrom('Ada Lovelace', 'ada@example.org', '1990-05-17', 'nl-haarlem', 'medium', 'music,reading'),
      );
  }
}

export const hostileTexts = [
  "' or '1'='1",
  "'; select pg_sleep(600); --",
  "1' and 1=(select 1 from pg_sleep(600)) and '1'='1",
  '$1',
  '%',
  '_%\\',
  '</script><!--<img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7}',
  '../../../etc/passwd',
  '\0',
  'before\0after',
  '\uD800',
  '\u202Egnp.exe',
  '\u2028\u2029',
  '👩‍👩‍👧‍👦'.repeat(30),
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'x'.repeat(70_000),
  '9'.repeat(400),
  '-1',
  '1e999',
  'NaN',
  '',
  ' ',
] as const;

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts),
  fc.constantFrom<unknown>(null, true, [], {}, [[[]]], { $ne: 1 }, { toString: 'x' }, -0, 2 ** 53, -1, 0.5, 1e308),
  fc.jsonValue(),
);

/** Sign-up fields that pass every rule, so that the other fields are examined. */
const passing = fc.uuid({ version: 4 }).map((unique) => ({
  email: `${unique}@example.org`,
  password: 'a quiet evening by the sea',
  name: `Member ${unique.slice(0, 8)}`,
  date_of_birth: '1990-05-17',
  country: 'NL',
  countryregion: '',
  town: 'nl-haarlem',
  accept_terms: true,
}));

function wellFormed(name: OperationName, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const fits = fitting(getInputSchema(name), ids) as fc.Arbitrary<Record<string, unknown>>;
  if (name !== 'signUp') return fits;
  return fc.oneof(
    fits,
    fc.tuple(fits, passing).map(([input, fields]) => ({ ...input, ...fields })),
  );
}

/** Generates inputs that match the schema, nearly do (a field missing, added or spoiled), or are entirely different. */
export function anyInput(name: OperationName, ids: readonly string[]): fc.Arbitrary<unknown> {
  const good = wellFormed(name, ids);
  const fields = Object.keys(getInputSchema(name).properties ?? {});
  const field = fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('x');
  const spoiled = fc.tuple(good, field, hostileValue).map(([input, key, value]) => ({ ...input, [key]: value }));
  const fewer = fc.tuple(good, field).map(([input, key]) => ({ ...input, [key]: undefined }));
  const extra = fc.constantFrom('id', 'member_id', 'credits', 'role', 'status', 'constructor', 'x'.repeat(300));
  const more = fc.tuple(good, extra, hostileValue).map(([input, key, value]) => ({ ...input, [key]: value }));
  const deep = fc
    .tuple(good, field, fc.constantFrom(...hostileTexts))
    .map(([input, key, value]) => ({ ...input, [key]: spoil(input[key], value) }));
  return fc.oneof(good, spoiled, fewer, more, deep, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 5 }));
}

function spoil(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => spoil(one, text));
  if (typeof value !== 'object' || value === null) return text;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spoil(one, text)]));
}
