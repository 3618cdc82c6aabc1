import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { languages } from '../contract/platform/languages.ts';
import { parts } from '../locales/parts.ts';
import { declared } from '../server/modules.ts';
import { sampleNames, writeSample } from './support/mails.ts';

const mailSentences = JSON.parse(
  readFileSync(fileURLToPath(new URL('../locales/mail/en.json', import.meta.url)), 'utf8'),
) as Record<string, string>;

function readWords(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const plain = body.replaceAll(/<[^>]*>/g, ' ');
  const signs: Record<string, string> = {
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&nbsp;': ' ',
  };
  return asLine(plain.replaceAll(/&[a-z#0-9]+;/g, (sign) => signs[sign] ?? sign));
}

const asLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('the samples of mails', () => {
  it('include every kind that is sent, so that `npm run screens` draws it', () => {
    expect(sampleNames).toEqual(expect.arrayContaining(declared.mail.map(({ name }) => name)));
    const written = Object.keys(mailSentences).flatMap((key) => /^([\w-]+)\.title$/.exec(key)?.[1] ?? []);
    expect(sampleNames).toEqual(expect.arrayContaining(written));
    expect(new Set(sampleNames).size).toBe(sampleNames.length);
  });

  it.each(sampleNames)('say the same in HTML and in text in eleven languages, without pictures: %s', async (kind) => {
    for (const language of languages) {
      const { subject, text, html } = await writeSample(kind, language);
      const said = `${kind} in ${language}:\n${subject}\n${text}`;
      expect(`${subject} ${text} ${readWords(html)}`, said).not.toMatch(/[{}]|undefined|NaN|Invalid|\[object/);
      // A missing sentence shows its key.
      expect(`${subject} ${text}`, said).not.toMatch(new RegExp(`\\b(?:${parts.join('|')})\\.[a-z-]+\\b`));
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).not.toMatch(/<(?:img|script|link|iframe|video)\b|url\(|@import/);
      expect(html).toContain('prefers-color-scheme:dark');
      // The unsubscribe link is in an attribute, so the HTML is also searched.
      const seen = `${readWords(html)} ${html}`;
      for (const line of text.split('\n').filter((one) => one.trim() !== '' && one !== '-- '))
        for (const part of line.split(': ')) expect(seen, said).toContain(asLine(part.replace(/:$/, '')));
    }
  });

  it('have the same sender, subject and preview for a member who wants them discreet (MAI-09)', async () => {
    for (const language of languages) {
      const heads = new Set<string>();
      for (const kind of sampleNames) {
        const { fromName, subject, html } = await writeSample(kind, language, true);
        heads.add(JSON.stringify([fromName, subject, /<title>(.*)<\/title>/.exec(html)?.[1]]));
      }
      expect([...heads]).toHaveLength(1);
    }
  });
});
