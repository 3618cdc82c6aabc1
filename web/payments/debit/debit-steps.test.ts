import { expect, it } from 'vitest';

import { caretIn, formatIban, formatPhone } from './debit-steps.tsx';

it('an IBAN is grouped while it is typed, and the caret stays behind what was typed', () => {
  const shown = ['nl91abna0417164300', '  NL91-ABNA 0417.1643 00\n', 'IBAN', '', 'A'.repeat(60)].map(formatIban);
  const iban = 'NL91 ABNA 0417 1643 00';
  expect(shown).toEqual([iban, iban, 'IBAN', '', `${'AAAA '.repeat(8)}AA`]);
  expect(caretIn('NL91 A', 'NL91A', 5)).toBe(6);
  expect(caretIn('NL91 ABNA', 'NL91 ABNA', 2)).toBe(2);
  expect(caretIn('NL91', 'nl91', 4)).toBe(4);
  expect(caretIn('NL', 'NL!!', 4)).toBe(2);
});

it('a phone number field keeps digits and the usual separators', () => {
  expect(['+31 6 12345678', ' 06-12 34 56 78', 'tel. 0612'].map(formatPhone)).toEqual([
    '+31 6 12345678',
    '06-12 34 56 78',
    '. 0612',
  ]);
});
