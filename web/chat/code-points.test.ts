import { describe, expect, it } from 'vitest';

import { countCodePoints, isBlank } from './code-points.ts';

describe('the length of a text', () => {
  it('is counted in code points, as the server counts it (MSG-10)', () => {
    expect(countCodePoints('')).toBe(0);
    expect(countCodePoints('Grüße')).toBe(5);
    expect(countCodePoints('🕯🕯')).toBe(2);
    expect(countCodePoints('👩‍👧')).toBe(3);
    expect(countCodePoints('\ud83d')).toBe(1);
  });

  it('is nothing where nothing can be read', () => {
    expect(isBlank(' \n\t\u200b\u202e')).toBe(true);
    expect(isBlank(' a ')).toBe(false);
  });
});
