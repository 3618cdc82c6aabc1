import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { countries } from '../../../contract/platform/countries.ts';
import { languages, locales } from '../../../contract/platform/languages.ts';
import { pageValues } from '../../../contract/landing/page-values.ts';
import { dayMs } from '../../platform/clock.ts';
import { announcementDays, listTermsSentences } from './rules.ts';
import { termsVersions } from './terms-versions.data.ts';

type Hashes = Record<string, Record<string, string>>;

const path = new URL('terms-hashes.json', import.meta.url);
const kept = JSON.parse(readFileSync(path, 'utf8')) as Hashes;

const pages = languages.map((language) => {
  const file = new URL(`../../../locales/static-pages/${locales[language].file}`, import.meta.url);
  return { language, texts: JSON.parse(readFileSync(file, 'utf8')) as Record<string, string> };
});

const now: Hashes = Object.fromEntries(
  termsVersions.map((version) => [
    version.appliesAt,
    Object.fromEntries(
      pages.map(({ language, texts }) => {
        const text = listTermsSentences(version).map((id) => [id, texts[id.replace('static-pages.', '')]]);
        return [language, createHash('sha256').update(JSON.stringify(text)).digest('hex')];
      }),
    ),
  ]),
);

/** True if members may have accepted the version or been told of it. */
const isReleased = (appliesAt: string): boolean => {
  const version = termsVersions.find((one) => one.appliesAt === appliesAt);
  return version !== undefined && new Date(version.announcedAt ?? version.appliesAt) <= new Date();
};

/** True for a released version. It must not be removed or redated: members who accepted it must be able to read it. */
const wasReleased = (appliesAt: string): boolean => Date.parse(appliesAt) <= Date.now() + announcementDays * dayMs;

describe('the sentences of a version of the terms (LEG-16)', () => {
  it('are never edited: a change needs a new version (UPDATE_TERMS=1 npx vitest run server/accounts/terms)', () => {
    // Released versions stay unchanged; only new languages may be added.
    const asReleased = (appliesAt: string, hashes: Record<string, string>): Record<string, string> =>
      isReleased(appliesAt) ? { ...hashes, ...kept[appliesAt] } : hashes;
    const allowed = Object.fromEntries([
      ...Object.entries(kept).filter(([appliesAt]) => wasReleased(appliesAt)),
      ...Object.entries(now).map(([appliesAt, hashes]) => [appliesAt, asReleased(appliesAt, hashes)]),
    ]);
    if (process.env['UPDATE_TERMS']) writeFileSync(path, `${JSON.stringify(allowed, null, 2)}\n`);
    expect(now).toEqual(process.env['UPDATE_TERMS'] ? allowed : kept);
  });

  it('use no value that the hash of accepted terms leaves out', () => {
    const named = pages.flatMap(({ texts }) =>
      termsVersions.flatMap(listTermsSentences).flatMap((id) => {
        const text = texts[id.replace('static-pages.', '')] ?? '';
        return [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name);
      }),
    );
    const values = pageValues({} as never, { vat_numbers: [], country: Object.keys(countries)[0] } as never);
    expect(named.length).toBeGreaterThan(0);
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...new Set(named)]));
  });
});
