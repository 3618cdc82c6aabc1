import { expect, it } from 'vitest';

import { languages } from '../../../contract/platform/languages.ts';
import { languageInSentence, languagesInSentence } from './language-in-sentence.ts';

it('the name of a language stands inside a sentence as that language writes it', () => {
  const capital = languages.filter((one) => languageInSentence('Xhosa', one) === 'Xhosa');
  expect(capital).toEqual(['en', 'nl', 'de']);
  expect(languageInSentence('Xhosa', 'fr')).toBe('xhosa');
  expect(languageInSentence('español', 'es')).toBe('español');
});

it('several languages are listed as in a sentence', () => {
  expect(languagesInSentence(['Dansk', 'Engelsk', 'Tysk'], 'da')).toBe('dansk, engelsk og tysk');
  expect(languagesInSentence(['Suomi', 'Englanti'], 'fi')).toBe('suomi ja englanti');
  expect(languagesInSentence(['Englisch', 'Dänisch'], 'de')).toBe('Englisch und Dänisch');
  expect(languagesInSentence(['Polski'], 'pl')).toBe('polski');
});
