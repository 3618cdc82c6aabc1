import { describe, expect, it } from 'vitest';

import { CallError } from './call.ts';
import { errorText, fieldTexts } from './errors.ts';
import type { Say } from '../sentences/sentences.tsx';

const sentences: Record<string, string> = {
  'errors.request.failed': 'Something went wrong.',
  'errors.email.invalid': 'That is no address.',
};
const say: Say = (id, ..._values) => sentences[id] ?? id;
const refusal = (body: object): CallError => new CallError(422, { message: '', ...body } as never);

describe('the sentence of an error', () => {
  it('is that of its code, or of its only field', () => {
    expect(errorText(say, refusal({ error: 'email.invalid' }))).toBe('That is no address.');
    expect(errorText(say, { error: 'input.invalid', fields: { email: 'email.invalid' } })).toBe('That is no address.');
  });

  it('is the generic one for a code of a newer server, and for anything but a refusal', () => {
    expect(errorText(say, refusal({ error: 'email.not-known-yet' }))).toBe('Something went wrong.');
    expect(fieldTexts(say, refusal({ error: 'input.invalid', fields: { email: 'email.not-known-yet' } }))).toEqual({
      email: 'Something went wrong.',
    });
    for (const other of [new TypeError('Failed to fetch'), { error: '<b>' }, null])
      expect(errorText(say, other)).toBe('Something went wrong.');
  });
});
