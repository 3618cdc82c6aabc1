import { describe, expect, it } from 'vitest';

import { fold } from './fold.ts';

describe('a folded text', () => {
  it.each([
    ['STRASSE', ['Straße', 'strasse', 'STRAẞE']],
    ['istanbul', ['İstanbul', 'ISTANBUL', 'ıstanbul', 'I\u0307stanbul']],
    ['CAFE', ['café', 'cafe\u0301', 'Café']],
    ['smorrebrod', ['Smørrebrød']],
    ['Lodz', ['Łódź', 'ŁÓDŹ']],
    ['aeroe', ['Ærœ', 'ÆRŒ']],
    ['fiancee', ['ﬁancée']],
    ['ΟΔΟΣ', ['οδός', 'Οδοσ']],
    ['שלום', ['שָׁלוֹם']],
    ['محمد', ['مُحَمَّد']],
  ])('equals the folded %j in every spelling', (folded, written) => {
    for (const text of written) expect(fold(text)).toBe(fold(folded));
  });

  it('keeps the marks that tell words apart', () => {
    expect(fold('กิน')).not.toBe(fold('กน'));
    expect(fold('हिन्दी')).not.toBe(fold('हनद'));
  });

  it('keeps thousands of vowel marks in order and drops thousands of accents without sorting them', () => {
    const vowels = '\u0e49\u0e38'.repeat(20_000);
    expect(fold(`a${vowels}${'\u0315\u0300'.repeat(20_000)}`)).toBe(`a${vowels}`);
  });
});
