import { describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { formatIn as writeOnServer } from '../server/platform/text/format.ts';
import { formatIn as writeOnPage } from '../web/platform/sentences/format.ts';

describe('the first of a month', () => {
  it('is "1er" in French, in mails, on paper and on pages, and no other day is', () => {
    const first = new Date('2026-11-01T10:00:00Z');
    expect(writeOnServer('fr').day(first, 'UTC')).toBe('1er novembre 2026');
    expect(writeOnServer('fr').moment(first, 'UTC')).toMatch(/^1er novembre 2026/);
    expect(writeOnServer('fr').minute(first, 'UTC')).toMatch(/^1er novembre 2026 à \d\d:\d\d UTC$/);
    expect(writeOnPage('fr').day(first)).toBe('1er novembre 2026');
    expect(writeOnPage('fr').dateTime(first)).toMatch(/^1er nov\. 2026/);
    for (const day of ['2026-11-11', '2026-11-21', '2026-11-10'])
      expect(writeOnServer('fr').day(new Date(day), 'UTC')).not.toContain('er n');
    for (const language of languages.filter((one) => one !== 'fr'))
      expect(writeOnServer(language).day(first, 'UTC')).not.toContain('1er');
  });
});
