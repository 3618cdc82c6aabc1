import Type from 'typebox';
import { describe, expect, it } from 'vitest';

import { getShape } from './dispatch.ts';

const schema = Type.Object({
  text: Type.String({ maxLength: 5 }),
  places: Type.Array(Type.Object({ name: Type.String() })),
  file: Type.Optional(
    Type.Refine(
      Type.Unsafe<Uint8Array>({}),
      (value) => value instanceof Uint8Array,
      () => 'bytes are expected',
    ),
  ),
});

describe('a shape', () => {
  it('returns a valid value without fields that the schema does not name, at any depth', () => {
    const exact = { text: 'hello', places: [{ name: 'here' }], file: new Uint8Array(1) };
    expect(getShape(schema).fit(exact)).toEqual({ ok: true, value: exact });
    const more = { ...exact, price: 0, places: [{ name: 'here', secret: 1 }] };
    expect(getShape(schema).fit(more)).toEqual({ ok: true, value: exact });
  });

  it('refuses an invalid value, refinements included, and says where', () => {
    const wrong = { text: 'too long', places: [{}], file: 'no bytes' };
    const fit = getShape(schema).fit(wrong);
    const places = fit.ok ? [] : [...fit.errors].map((error) => error.instancePath);
    expect(places).toEqual(expect.arrayContaining(['/text', '/places/0', '/file']));
  });
});
