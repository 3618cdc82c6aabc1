import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type I18n, setupI18n } from '@lingui/core';

import { type Language, languages, locales } from '../../../contract/platform/languages.ts';
import { compileSentence } from '../../../locales/compile-sentence.ts';
import { type Part, type Say, parts } from '../../../locales/parts.ts';

export type { Say };

export interface Sentences {
  in(language: Language): Say;
}

/** Creates the sentences. Catalogs are compiled at their first use; `folder` is `locales` of the checkout. */
export function createSentences(folder: string, wanted: readonly Part[] = parts): Sentences {
  const made = new Map<Language, I18n>();
  const read = (part: Part, language: Language): [string, string][] => {
    const path = join(folder, part, locales[language].file);
    if (!existsSync(path)) return [];
    const catalog = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
    return Object.entries(catalog).map(([key, text]) => [`${part}.${key}`, text]);
  };
  const load = (language: Language): I18n => {
    const texts = wanted.flatMap((part) => read(part, language));
    const messages = Object.fromEntries(texts.map(([id, text]) => [id, compileSentence(text, language)]));
    return setupI18n({ locale: language, locales: locales[language].iso, messages: { [language]: messages } });
  };
  return {
    in: (language) => {
      const known = made.get(language) ?? load(languages.includes(language) ? language : 'en');
      made.set(language, known);
      return (id, ...[values]) => known._(id, values);
    },
  };
}
