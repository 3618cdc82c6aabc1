import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

type SchemaErrors = ReturnType<ReturnType<typeof Compile>['Errors']>;

/** What a schema says of values: whether they fit, and what is left of them. */
export interface Shape {
  /** The value without the fields that the schema does not know, or what is wrong with it. */
  fit(value: unknown): { ok: true; value: unknown } | { ok: false; errors: SchemaErrors };
}

const shapes = new WeakMap<TSchema, Shape>();

/** The compiled shape of a schema, made at its first use. */
export function shapeOf(schema: TSchema): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const exact = Compile(closed(schema) as TSchema);
  const lenient = Compile(schema);
  const shape: Shape = {
    fit: (value) => {
      // Cleaning walks the schema anew each time, 0.2 ms for a message; most values have nothing to lose.
      if (exact.Check(value)) return { ok: true, value };
      const cleaned = Value.Clean(schema, value);
      return lenient.Check(cleaned) ? { ok: true, value: cleaned } : { ok: false, errors: lenient.Errors(cleaned) };
    },
  };
  shapes.set(schema, shape);
  return shape;
}

/** The schema with every object closed to fields that it does not name. */
function closed(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  // With what is hidden in it: refinements are no visible part of a schema.
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(schema)) as Record<string, unknown>;
  for (const [key, value] of Object.entries(schema)) copy[key] = closed(value);
  if (copy['type'] === 'object' && copy['properties']) copy['additionalProperties'] ??= false;
  return copy;
}
