import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { niches } from '../contract/settings/niches.ts';
import { composeEmail, composeLetter } from '../server/accounts/email.ts';
import { emailColors } from '../server/accounts/email-colors.data.ts';
import { createSentences } from '../server/platform/sentences.ts';
import { grounds } from '../web/shell/grounds.data.ts';
import { themeColors } from '../web/shell/theme.ts';
import { nicheColors } from '../web/ui/niche-colors.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../web/ui/${path}`, import.meta.url)), 'utf8');
const slugs = Object.values(niches);
const colorsOf = (niche: string) => nicheColors(read('tokens.css'), read('niches.css'), niche);

describe('the colors of a niche outside of its style sheet', () => {
  it.each(slugs)('are the same in emails, which thereby have the contrasts of the pages: %s', (niche) => {
    const color = colorsOf(niche);
    const own = Object.entries(emailColors[niche]);
    expect(own.length).toBeGreaterThan(0);
    for (const [name, pair] of own) expect(pair, name).toEqual(color(name));
  });

  it.each(slugs)('are the same in the toolbar of the browser: %s', (niche) => {
    const [light, dark] = colorsOf(niche)('page');
    expect(grounds[niche]).toEqual({ light, dark });
    expect(themeColors('dark', niche)).toEqual([{ content: dark }]);
    expect(themeColors(null, niche).map(({ content }) => content)).toEqual([light, dark]);
  });
});

describe('an email', () => {
  const say = createSentences(fileURLToPath(new URL('../locales', import.meta.url)), ['mail']).in('de');
  const values = {
    language: 'de',
    name: 'Vera',
    site: 'Abende',
    company: { name: 'A B.V.', address: 'Kade 1', city: 'Delft' },
  } as const;
  const write = (niche: number, discreet: boolean): string[] => [
    composeEmail(say, {
      ...values,
      niche,
      discreet,
      isTest: false,
      kind: 'activation',
      link: 'https://example.org/x',
      supportEmail: 'a@example.org',
    }).html,
    composeLetter(
      say,
      { subject: 'A', title: 'B', paragraphs: ['C'], facts: [['D', 'E']], enclosures: [{ title: 'F', lines: ['G'] }] },
      { ...values, niche, discreet, isTest: false, isMember: true, origin: 'https://example.org' },
    ).html,
  ];
  const all = new Set(slugs.flatMap((niche) => Object.values(emailColors[niche]).flat()));

  it.each(Object.entries(niches))(
    'has the colors of its niche and of no other, by day and by night: %s',
    (id, niche) => {
      const own: readonly string[] = Object.values(emailColors[niche]).flat();
      for (const html of write(Number(id), false)) {
        const used = [...html.matchAll(/#[\da-f]{6}/g)].map(([color]) => color).filter((color) => all.has(color));
        expect(new Set(used).size).toBeGreaterThan(8);
        for (const color of used) expect(own, color).toContain(color);
      }
    },
  );

  it.each(Object.entries(niches))('that is discreet shows nothing of its niche: %s', (id) => {
    expect(write(Number(id), true)).toEqual(write(1, true));
  });
});
