import type { TSchema } from 'typebox';

const numbers = { integer: /^-?\d{1,15}$/, number: /^-?\d{1,15}(\.\d{1,40})?$/ } as const;

/**
 * Converts the fields of a query or form, which are all text, to the types of the contract. Text that does not look like
 * its type stays text and is refused by the validation that follows: nothing is rounded or guessed.
 */
export function fromText(schema: TSchema, fields: Record<string, unknown>): Record<string, unknown> {
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
