import { describe, expect, it } from 'vitest';

import { Failure } from '../failure.ts';
import { createByteBudget } from './bodies.ts';

function refusalBy(act: () => void): [string, unknown] | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [error.code, error.values['retry_after']];
  }
}

describe('createByteBudget', () => {
  it('limits one address without limiting others', () => {
    const open = createByteBudget({ perAddress: 10, total: 100 });
    open('a').reserve(6);
    expect(refusalBy(() => open('a').reserve(5))).toEqual(['request.too-many', 5]);
    expect(refusalBy(() => open('a').reserve(4))).toBeUndefined();
    expect(refusalBy(() => open('b').reserve(10))).toBeUndefined();
  });

  it('limits all addresses together to the total', () => {
    const open = createByteBudget({ perAddress: 10, total: 15 });
    open('a').reserve(10);
    expect(refusalBy(() => open('b').reserve(6))).toEqual(['request.busy', 5]);
    expect(refusalBy(() => open('b').reserve(5))).toBeUndefined();
  });

  it('gives back everything that a request held, but only once', () => {
    const open = createByteBudget({ perAddress: 10, total: 10 });
    const [first, second] = [open('a'), open('a')];
    first.reserve(4);
    second.reserve(6);
    first.release();
    first.release();
    expect(refusalBy(() => open('a').check(5))).toEqual(['request.too-many', 5]);
    expect(refusalBy(() => open('a').check(4))).toBeUndefined();
    second.release();
    expect(refusalBy(() => open('b').check(10))).toBeUndefined();
  });
});
