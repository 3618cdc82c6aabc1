import { expect, test } from 'vitest';

import { firstRow, methodRows } from './method-rows.ts';

test('all cards are one row, in the place of the first, with their kinds', () => {
  expect(methodRows(['ideal', 'credit_card', 'visa', 'mastercard', 'apple_pay', 'paypal'])).toEqual([
    { id: 'ideal', kinds: [] },
    { id: 'credit_card', kinds: ['visa', 'mastercard'] },
    { id: 'apple_pay', kinds: [] },
    { id: 'paypal', kinds: [] },
  ]);
});

test('the row of cards orders with a kind of card that is offered if there is no general card', () => {
  expect(methodRows(['dankort', 'visa'])).toEqual([{ id: 'dankort', kinds: ['dankort', 'visa'] }]);
});

test('the row of cards orders with the kind of card that the address names', () => {
  expect(methodRows(['credit_card', 'visa', 'mastercard'], 'mastercard')[0]?.id).toBe('mastercard');
});

test('Apple Pay is never preselected, as most browsers lack it', () => {
  const rows = methodRows(['apple_pay', 'ideal', 'visa']);
  expect(firstRow(rows)?.id).toBe('ideal');
  expect(firstRow(rows, 'visa')?.id).toBe('visa');
  expect(firstRow(rows, 'apple_pay')?.id).toBe('ideal');
});
