import { type I18n, setupI18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

import { type Language, locales } from '../contract/languages.ts';
import type { Part, SentenceId } from '../locales/parts.ts';
import { guardedLoad } from './shell/chunk-guard.ts';

type Messages = Record<string, string>;

// One file for each part and language, compiled at build time. Browsers fetch those of their language.
const catalogues = import.meta.env.SSR
  ? import.meta.glob<Messages>('../locales/*/*.json', { import: 'default' })
  : null;

/** Address of a part of the sentences. */
export const sentencesUrl = (language: Language, part: Part): string =>
  `${import.meta.env['SENTENCES'] as string}/${part}.${language}.json`;

async function readPart(language: Language, part: Part): Promise<Messages> {
  if (catalogues) return (await catalogues[`../locales/${part}/${language}.json`]?.()) ?? {};
  return guardedLoad(async () => {
    const answer = await fetch(sentencesUrl(language, part));
    if (!answer.ok) throw new Error(`no sentences: ${answer.status}`);
    return (await answer.json()) as Messages;
  });
}

const made = new Map<Language, { i18n: I18n; parts: Set<Part> }>();

/** The loaded sentences of a language. They never change, so all requests share them. */
export function sentencesIn(language: Language): I18n {
  return entryOf(language).i18n;
}

function entryOf(language: Language): { i18n: I18n; parts: Set<Part> } {
  let entry = made.get(language);
  if (!entry) {
    entry = {
      i18n: setupI18n({ locale: language, locales: locales[language].iso, messages: { [language]: {} } }),
      parts: new Set(),
    };
    made.set(language, entry);
  }
  return entry;
}

/** Loads those parts of the sentences that are not loaded yet. */
export async function loadSentences(language: Language, parts: readonly Part[]): Promise<void> {
  const entry = entryOf(language);
  const missing = parts.filter((part) => !entry.parts.has(part));
  const loaded = await Promise.all(missing.map((part) => readPart(language, part)));
  for (const [index, part] of missing.entries()) {
    entry.i18n.load(language, loaded[index] ?? {});
    entry.parts.add(part);
  }
}

/** Returns a sentence in the language of the page. */
export type Say = (id: SentenceId, values?: Record<string, unknown>) => string;

export function useSay(): Say {
  const { i18n } = useLingui();
  return (id, values) => i18n._(id, values);
}

/** The language of the page. */
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
