import scanner from 'jsqr';
import { expect, it } from 'vitest';

import { buildEpcText, drawCode } from './bank-code.tsx';

const transfer = {
  holder: 'Sandbox Payments',
  iban: 'NL53ABNA0627535577',
  bic: 'ABNANL2A',
  reference: 'RF12-3456-7890',
};

// Its types name the default export of a module that Node loads as CommonJS.
const { default: readCode } = scanner as unknown as { default: typeof scanner };

/** Reads the drawing of a code as a bank app's camera does, with a library that did not draw it. */
function scan(text: string): { text: string; bytes: number; version: number } | null {
  const { path, size } = drawCode(text);
  const [scale, quiet] = [4, 4];
  const side = (size + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = 0, y = 0] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < scale ** 2; at += 1) {
      const [column, row] = [
        (Number(x) + quiet) * scale + (at % scale),
        (Number(y) + quiet) * scale + Math.floor(at / scale),
      ];
      pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  const read = readCode(pixels, side, side);
  return read && { text: read.data, bytes: read.binaryData.length, version: read.version };
}

it('a code for bank apps reads as a SEPA credit transfer of EPC069-12, version 002', () => {
  const read = scan(buildEpcText(transfer, 749) ?? '');
  expect(read?.text.split('\n')).toEqual([
    'BCD', // service tag
    '002', // version
    '1', // UTF-8
    'SCT', // SEPA credit transfer
    'ABNANL2A',
    'Sandbox Payments',
    'NL53ABNA0627535577',
    'EUR7.49',
    '', // purpose
    '', // structured reference
    'RF12-3456-7890',
  ]);
});

it('the longest text of the guideline, with letters of two bytes, is a code of the largest version', () => {
  const holder = 'Ł'.repeat(70);
  const long = { ...transfer, holder, iban: `MT84${'0'.repeat(27)}` };
  const bytes = new TextEncoder().encode(buildEpcText({ ...long, reference: '' }, 99_999_999_999) ?? '').length;
  const reference = 'R'.repeat(331 - bytes);
  const read = scan(buildEpcText({ ...long, reference }, 99_999_999_999) ?? '');
  expect(read?.text).toContain(`\n${holder}\n${long.iban}\nEUR999999999.99\n\n\n${reference}`);
  expect(read).toMatchObject({ bytes: 331, version: 13 });
  expect(buildEpcText({ ...long, reference: `${reference}R` }, 99_999_999_999)).toBeNull();
});

it('a recipient or reference that does not fit the format gets no code', () => {
  expect(buildEpcText({ ...transfer, holder: 'a'.repeat(71) }, 749)).toBeNull();
  expect(buildEpcText({ ...transfer, reference: 'a'.repeat(141) }, 749)).toBeNull();
});
