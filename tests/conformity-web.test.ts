import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { type Language, languages } from '../contract/platform/languages.ts';
import { defaultSettings } from '../server/settings/default-settings.data.ts';

const folder = fileURLToPath(new URL('../locales', import.meta.url));
const parts = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

function sentencesOf(language: Language): [id: string, text: string][] {
  return parts.flatMap((part) => {
    const texts = JSON.parse(readFileSync(join(folder, part, `${language}.json`), 'utf8')) as Record<string, string>;
    return Object.entries(texts).map(([key, text]): [string, string] => [`${part}.${key}`, text]);
  });
}

function sentence(language: Language, id: string): string {
  return sentencesOf(language).find(([known]) => known === id)?.[1] ?? '';
}

/** Promises that a block stays secret; in fact a blocked member reads it on the profile. */
const silence: Record<Language, RegExp> = {
  en: /don’t tell them|aren’t told/,
  nl: /zeggen er niets over|krijgen het niet te horen/,
  de: /verraten es nicht|erfahren es nicht/,
  it: /non diciamo nulla|non vengono avvisat/,
  fr: /n’en disons rien|n’en savent rien/,
  es: /No le diremos nada|no se les avisa/,
  pl: /nie powiemy|nie mówimy/,
  da: /siger det ikke til nogen|får det ikke at vide/,
  fi: /Emme kerro estosta|heille kerrota/,
  nb: /sier det ikke til noen|får ikke vite det/,
  sv: /säger inget om det|får inte veta/,
};

/** Unverified claims of growth in the sentences for empty searches. */
const growth: Record<Language, RegExp> = {
  en: /every day/,
  nl: /Elke dag/,
  de: /Jeden Tag/,
  it: /Ogni giorno/,
  fr: /chaque jour/,
  es: /Cada día/,
  pl: /codziennie/,
  da: /hver dag/,
  fi: /joka päivä/,
  nb: /hver dag|til hver dag/,
  sv: /varje dag/,
};

describe.each(languages)('the sentences in %s', (language) => {
  it('promise nobody that a block stays a secret', () => {
    // Hiding a member does stay secret, since no answer to them differs.
    const ofHiding = new Set(['accounts.hidden-lead', 'common.hidden']);
    const untrue = sentencesOf(language).filter(([id, text]) => silence[language].test(text) && !ofHiding.has(id));
    expect(untrue).toEqual([]);
  });

  it('do not say that members join every day', () => {
    expect(sentence(language, 'members.empty-text-all')).not.toMatch(growth[language]);
  });

  it('name fictional profiles as the exception where they say who writes messages', () => {
    for (const id of ['pages.faq.real.a', 'pages.terms.people.1']) {
      expect(sentence(language, id), id).toMatch(/fi[ck]ti|fikcy|fitti/i);
    }
  });
});

it('the description of a site promises no real members', () => {
  expect(defaultSettings.description).not.toMatch(/real/i);
});
