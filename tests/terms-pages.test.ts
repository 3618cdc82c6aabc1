import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { type Language, languages } from '../contract/platform/languages.ts';
import { termsVersions } from '../server/accounts/terms/terms-versions.data.ts';
import { createSentences } from '../server/platform/text/sentences.ts';
import { openPage, pagesAreBuilt, pagesFolder, extractText } from './support/pages.ts';
import { comingVersion } from './support/terms.ts';
import { useTestApp } from './support/test-app.ts';

const sentences = createSentences(fileURLToPath(new URL('..', import.meta.url)) + 'locales');
/** Removes the spaces that tags leave before punctuation. */
const closed = (words: string): string => words.replaceAll(/ (?=[.,;:!?])/g, '');

describe.skipIf(!pagesAreBuilt)('while new terms are announced', () => {
  const announcedAt = '2027-03-01T00:00:00.000Z';
  const coming = comingVersion('2027-04-01T00:00:00.000Z', announcedAt);
  const test = useTestApp({ pages: pagesFolder, terms: [...termsVersions, coming] });

  async function read(path: string, language: Language): Promise<string> {
    const visitor = test.client();
    visitor.cookies.set('i18n_redirected', language);
    const { status, html } = await openPage(test, visitor, path);
    expect(status).toBe(200);
    return closed(extractText(html.slice(html.indexOf('<main'), html.indexOf('</main>'))));
  }

  it.each([...languages])(
    'every visitor can read both versions, and the sign-up mentions the new one: %s',
    async (language) => {
      test.clock.set(new Date(announcedAt));
      const say = sentences.in(language);
      const [present, next, form] = [
        await read('/terms', language),
        await read('/terms?version=2027-04-01', language),
        await read('/signup', language),
      ];
      const [safety, choice] = [say('static-pages.terms.safety'), say('static-pages.cookies.choice.1')].map((text) =>
        closed(extractText(text)),
      );
      expect([present.includes(safety ?? ''), present.includes(choice ?? '')]).toEqual([true, false]);
      expect([next.includes(safety ?? ''), next.includes(choice ?? '')]).toEqual([false, true]);
      for (const change of coming.changes)
        for (const words of [present, next]) expect(words).toContain(closed(extractText(say(change))));
      for (const words of [present, next, form]) expect(words).toContain('2027');
      test.clock.set(new Date(coming.appliesAt));
      expect(await read('/terms?version=2023-12-01', language)).toContain(safety);
      expect(await read('/terms?version=2027-04-01', language)).toContain(choice);
    },
  );
});
