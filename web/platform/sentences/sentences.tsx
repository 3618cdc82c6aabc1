import { type I18n, setupI18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

import type { Country } from '../../../contract/platform/countries.ts';
import { type Language, locales } from '../../../contract/platform/languages.ts';
import type { Part, Say, SentenceId } from '../../../locales/parts.ts';
import { guardedLoad } from '../pages/chunk-guard.ts';

declare global {
  interface ImportMetaEnv {
    /** Folder of the compiled sentences (`scripts/vite-sentences.ts`). */
    readonly SENTENCES: string;
  }
}

type Messages = Record<string, string>;

// One file for each part and language, compiled at build time. Browsers fetch those of their language.
const catalogs = import.meta.env.SSR
  ? import.meta.glob<Messages>('../../../locales/*/*.json', { import: 'default' })
  : null;

export const sentencesUrl = (language: Language, part: Part): string =>
  `${import.meta.env.SENTENCES}/${part}.${language}.json`;

/** Changes compiled sentences to Swiss German spelling, with ss for ß. Members' own texts stay unchanged. */
const swiss = (json: string): string => json.replaceAll('ß', 'ss');

async function readPart(language: Language, part: Part): Promise<Messages> {
  if (catalogs) return (await catalogs[`../../../locales/${part}/${language}.json`]?.()) ?? {};
  return guardedLoad(async () => {
    const response = await fetch(sentencesUrl(language, part));
    if (!response.ok) throw new Error(`no sentences: ${response.status}`);
    const text = await response.text();
    return JSON.parse(document.documentElement.dataset['spelling'] ? swiss(text) : text) as Messages;
  });
}

const made = new Map<Language, { i18n: I18n; parts: Set<Part> }>();

/** German in Swiss spelling, on the server. Browsers load the sentences in the spelling of their page. */
const swissGerman = import.meta.env.SSR ? emptyIn('de') : null;

/**
 * Returns the loaded sentences of a language, in a country's spelling. They never change, so all requests share them.
 */
export function sentencesIn(language: Language, country: Country | null): I18n {
  return swissGerman && language === 'de' && country === 'CH' ? swissGerman : getEntry(language).i18n;
}

function getEntry(language: Language): { i18n: I18n; parts: Set<Part> } {
  let entry = made.get(language);
  if (!entry) {
    entry = { i18n: emptyIn(language), parts: new Set() };
    made.set(language, entry);
  }
  return entry;
}

function emptyIn(language: Language): I18n {
  return setupI18n({ locale: language, locales: locales[language].iso, messages: { [language]: {} } });
}

export async function loadSentences(language: Language, parts: readonly Part[]): Promise<void> {
  const entry = getEntry(language);
  const missing = parts.filter((part) => !entry.parts.has(part));
  const loaded = await Promise.all(missing.map((part) => readPart(language, part)));
  for (const [index, part] of missing.entries()) {
    const messages = loaded[index] ?? {};
    entry.i18n.load(language, messages);
    if (swissGerman && language === 'de')
      swissGerman.load(language, JSON.parse(swiss(JSON.stringify(messages))) as Messages);
    entry.parts.add(part);
  }
}

/** Loads sentences in the language of the page, for code that a page loads later than its own sentences. */
export function loadMoreSentences(...parts: Part[]): Promise<void> {
  return loadSentences(document.documentElement.lang as Language, parts);
}

export type { Say };

export function useSay(): Say {
  const { i18n } = useLingui();
  return (id, ...[values]) => i18n._(id, values);
}

export function useLanguage(): Language {
  return useLingui().i18n.locale as Language;
}

/** A sentence with elements: `<Rich id="…" values={{…}} components={{ link: <Link … /> }} />` for `<link>…</link>`. */
export function Rich(props: {
  id: SentenceId;
  values?: Record<string, ReactNode>;
  components?: Record<string, ReactElement>;
}): ReactElement {
  return <Trans {...(props as ComponentProps<typeof Trans>)} />;
}
