import { describe, expect, it } from 'vitest';

import { caretIn, formatIban, formatPhone } from './format-iban.ts';

describe('an IBAN field', () => {
  it.each([
    ['nl91abna0417164300', 'NL91 ABNA 0417 1643 00'],
    ['  NL91-ABNA 0417.1643 00\n', 'NL91 ABNA 0417 1643 00'],
    ['IBAN', 'IBAN'],
    ['', ''],
    ['A'.repeat(60), `${'AAAA '.repeat(8)}AA`],
  ])('shows %j as %j', (typed, shown) => expect(formatIban(typed)).toBe(shown));

  it('keeps the caret behind what was typed', () => {
    expect(caretIn('NL91 A', 'NL91A', 5)).toBe(6);
    expect(caretIn('NL91 ABNA', 'NL91 ABNA', 2)).toBe(2);
    expect(caretIn('NL91', 'nl91', 4)).toBe(4);
    expect(caretIn('NL', 'NL!!', 4)).toBe(2);
  });
});

describe('a phone number field', () => {
  it.each([
    ['+31 6 12345678', '+31 6 12345678'],
    [' 06-12 34 56 78', '06-12 34 56 78'],
    ['tel. 0612', '. 0612'],
  ])('shows %j as %j', (typed, shown) => expect(formatPhone(typed)).toBe(shown));
});
