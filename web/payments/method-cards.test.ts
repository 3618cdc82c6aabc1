import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { methodIds } from '../../contract/payments/payment-methods.ts';
import { firstRow, methodRows } from './method-cards.tsx';

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

const drawing = readFileSync(new URL('./method-signs.svg', import.meta.url), 'utf8');

test('every payment method has one sign, legacy ones too, and no sign is left over', () => {
  const drawn = [...drawing.matchAll(/<symbol id="(\w+)" viewBox="0 0 36 24">/g)].map(([, id]) => id);
  expect(drawn.toSorted()).toEqual(methodIds.toSorted());
});

test('the signs are shapes only: nothing that runs, loads or needs a font', () => {
  const elements = new Set([...drawing.matchAll(/<(\w+)/g)].map(([, name]) => name));
  expect([...elements].toSorted()).toEqual(['circle', 'g', 'path', 'rect', 'svg', 'symbol']);
  expect(drawing).not.toMatch(/href|url\(|\son\w+=/);
});
