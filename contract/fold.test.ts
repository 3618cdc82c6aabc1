import { describe, expect, it } from 'vitest';

import { fold } from './fold.ts';

describe('a text is compared', () => {
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
  ])('as %j, however it is written', (folded, written) => {
    for (const text of written) expect(fold(text)).toBe(fold(folded));
  });

  it('with the marks that tell words apart', () => {
    expect(fold('กิน')).not.toBe(fold('กน'));
    expect(fold('हिन्दी')).not.toBe(fold('हनद'));
  });

  it('with as many marks as it has, but for accents, which would take long to sort', () => {
    const vowels = '\u0e49\u0e38'.repeat(20_000);
    expect(fold(`a${vowels}${'\u0315\u0300'.repeat(20_000)}`)).toBe(`a${vowels}`);
  });
});
