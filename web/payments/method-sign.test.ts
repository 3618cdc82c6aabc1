import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { methodIds } from '../../contract/payments/payment-methods.ts';

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
