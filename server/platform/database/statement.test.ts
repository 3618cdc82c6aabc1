import { describe, expect, it } from 'vitest';

import { numberParameters, bindValues } from './statement.ts';

const declare = (text: string) => ({ name: 'some', present: [], ...numberParameters(text) });

describe('a statement', () => {
  it('numbers its named parameters by first use', () => {
    expect(declare('select $second, $first::uuid, $second')).toMatchObject({
      text: 'select $1, $2::uuid, $1',
      names: ['second', 'first'],
    });
  });

  it('strips the null mark, and leaves jsonb operators alone', () => {
    expect(declare('select $until?::timestamptz, $rows::jsonb ? $key, $rows?|$keys')).toMatchObject({
      text: 'select $1::timestamptz, $2::jsonb ? $3, $2?|$4',
      nullable: ['until'],
    });
  });

  it('leaves strings, quoted names, comments and dollar quotes as they are', () => {
    const text = `select 'it''s $one', "$two", $$ $three $$, $tag$ $four $tag$ -- $five
      /* $six */ where true`;
    expect(declare(text)).toMatchObject({ text, names: [] });
  });

  it('refuses numbered parameters', () => {
    expect(() => declare('select $one, $2')).toThrow('numbers its parameters');
  });

  it('sends its values in the order of their numbers, and JSON as JSON', () => {
    const statement = declare('select $rows::json, $ids, $when, $more?::jsonb');
    const when = new Date(0);
    expect(bindValues(statement, { when, ids: ['a'], rows: [{ a: 1 }], more: null })).toEqual([
      '[{"a":1}]',
      ['a'],
      when,
      null,
    ]);
  });
});
