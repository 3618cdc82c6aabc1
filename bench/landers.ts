import { chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { serveEmptyPage } from './lib/empty-page.ts';
import { readScores } from './lib/lighthouse.ts';
import { loadPage } from './lib/load-page.ts';
import { readVisit } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const goals = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The landers: how many kept ones a core serves, and what each costs a visitor who comes for the first time. */
export const bench: Bench = {
  question: 'How many landers does one core serve, and how soon does a visitor see one, without anything moving?',
  async run({ quick, flags, print }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 3);
    const site = await startDemoSite('landers', { messages: 3, drawn: false });
    try {
      const origin = `http://${site.app.host}:${site.app.port}`;
      const names = await namesAt(origin);
      const figures: Figure[] = [];
      const empty = await serveEmptyPage();
      try {
        // Once for warming up, which fills the shared copies too.
        for (const path of ['/', '/']) await loadPage({ ...empty, path, seconds });
        const limit = {
          name: 'the empty page',
          value: (await loadPage({ ...empty, path: '/', seconds })).perCoreSecond,
        };
        for (const name of names) {
          const page = { ...site.app, path: `/landers/${name}`, seconds };
          await loadPage({ ...page, seconds: seconds / 3 });
          const { perCoreSecond: value, bytes } = await loadPage(page);
          figures.push({ name: `${name}: served`, value, unit: 'pages/s per core', limit, goal: { atLeast: 0.5 } });
          print(`  ${name}: ${Math.round(bytes / 1_000)} KB of HTML`);
        }
      } finally {
        await empty.stop();
      }
      if (!quick) figures.push(...(await visitAll(origin, names)));
      if (!quick && flags['lighthouse'] !== 'false') {
        const { results } = await site.call('searchProfiles', { pageNumber: 1 });
        figures.push(...(await scoreAll(origin, names, results[0]?.id ?? '')));
      }
      return { figures };
    } finally {
      await site.stop();
    }
  },
};

/** The names of all landers, from the sitemap. */
async function namesAt(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap-en.xml`)).text();
  return [...sitemap.matchAll(/<loc>[^<]*\/landers\/(\w+)/g)].map(([, name = '']) => name);
}

async function visitAll(origin: string, names: readonly string[]): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const figures: Figure[] = [];
    for (const name of names) {
      const { scriptKb, layoutShift, largestPaintMs } = await readVisit(browser, `${origin}/landers/${name}`);
      figures.push(
        { name: `${name}: largest paint`, value: largestPaintMs, unit: 'ms', goal: { atMost: 1_200 } },
        { name: `${name}: layout shift`, value: layoutShift, unit: '', goal: { atMost: 0.01 } },
        { name: `${name}: loaded script, compressed`, value: scriptKb, unit: 'KB', goal: { atMost: 15 } },
      );
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** The Lighthouse scores of all landers, and of the pages about one member, which search engines may not list. */
async function scoreAll(origin: string, names: readonly string[], member: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of names) figures.push(...(await readScores(`${origin}/landers/${name}`, { name, goals, chrome })));
  for (const name of ['landing', 'landing2', 'landing3', 'signup']) {
    const url = `${origin}/members/${member}/${name}`;
    figures.push(...(await readScores(url, { name: `{id}/${name}`, goals, chrome, skip: 'is-crawlable' })));
  }
  return figures;
}
