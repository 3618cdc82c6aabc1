import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { niches } from '../contract/settings/niches.ts';
import { composeMail } from '../server/mail/send-mail.ts';
import { mailColors } from '../server/mail/colors.data.ts';
import { createSentences } from '../server/platform/text/sentences.ts';
import { grounds } from '../web/platform/grounds.data.ts';
import { themeColors } from '../web/platform/theme.ts';
import { nicheColors } from '../web/ui/niche-colors.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../web/ui/${path}`, import.meta.url)), 'utf8');
const slugs = Object.values(niches);
const getColors = (niche: string) => nicheColors(read('tokens.css'), read('niches.css'), niche);

describe('the colors of a niche outside of its style sheet', () => {
  it.each(slugs)('are the same in mails, which thereby have the contrasts of the pages: %s', (niche) => {
    const color = getColors(niche);
    const own = Object.entries(mailColors[niche]);
    expect(own.length).toBeGreaterThan(0);
    for (const [name, pair] of own) expect(pair, name).toEqual(color(name));
  });

  it.each(slugs)('are the same in the toolbar of the browser: %s', (niche) => {
    const [light, dark] = getColors(niche)('page');
    expect(grounds[niche]).toEqual({ light, dark });
    expect(themeColors('dark', niche)).toEqual([{ content: dark }]);
    expect(themeColors(null, niche).map(({ content }) => content)).toEqual([light, dark]);
  });
});

describe('a mail', () => {
  const say = createSentences(fileURLToPath(new URL('../locales', import.meta.url)), ['mail']).in('de');
  const write = (niche: number, discreet: boolean): string =>
    composeMail(
      say,
      {
        subject: 'A',
        title: 'B',
        paragraphs: ['C'],
        facts: [['D', 'E']],
        button: { text: 'F', path: '/x' },
        enclosures: [{ title: 'G', lines: ['H'] }],
      },
      {
        language: 'de',
        name: 'Vera',
        isMember: true,
        discreet,
        isTest: false,
        site: {
          settings: { mail_name: 'Abende', niche },
          company: { name: 'A B.V.', address: 'Kade 1', city: 'Delft' },
        },
        origin: 'https://example.org',
      },
    ).html;
  const all = new Set(slugs.flatMap((niche) => Object.values(mailColors[niche]).flat()));

  it.each(Object.entries(niches))(
    'has the colors of its niche and of no other, by day and by night: %s',
    (id, niche) => {
      const own: readonly string[] = Object.values(mailColors[niche]).flat();
      const found = [...write(Number(id), false).matchAll(/#[\da-f]{6}/g)].map(([color]) => color);
      const used = found.filter((color) => all.has(color));
      expect(new Set(used).size).toBeGreaterThan(8);
      for (const color of used) expect(own, color).toContain(color);
    },
  );

  it.each(Object.entries(niches))('that is discreet shows nothing of its niche: %s', (id) => {
    expect(write(Number(id), true)).toEqual(write(1, true));
  });
});
