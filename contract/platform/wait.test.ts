import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { createSentences } from '../../server/platform/text/sentences.ts';
import { type Language, languages } from './languages.ts';
import { withWait } from './wait.ts';

const sentences = createSentences(fileURLToPath(new URL('../../locales', import.meta.url)), ['errors']);

describe('the time to wait after a 429', () => {
  const text = (language: Language, seconds: number): string =>
    sentences.in(language)('errors.request.too-many', withWait({ retry_after: seconds }));

  it('is given in seconds, minutes or hours', () => {
    expect(text('en', 40)).toContain('40 seconds');
    expect(text('en', 300)).toContain('5 minutes');
    expect(text('en', 3_601)).toContain('61 minutes');
    expect(text('en', 7_200)).toContain('2 hours');
    expect(text('pl', 120)).toContain('2 minuty');
    expect(text('fi', 10_800)).toContain('3 tuntia');
  });

  it.each(languages)('has a number below a hundred in %s', (language) => {
    for (const seconds of [1, 90, 91, 3_600, 5_400, 5_401, 86_400])
      expect(text(language, seconds)).not.toMatch(/\d{3}/);
  });
});
