import { chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { serveEmptyPage } from './lib/empty-page.ts';
import { readScores } from './lib/lighthouse.ts';
import { serveCopy } from './lib/bare-server.ts';
import { type PageLoad, loadPage } from './lib/load-page.ts';
import { readVisit } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const unit = 'pages/s per core';
const goals = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The landers: how many kept ones a core serves, and what each costs a visitor who comes for the first time. */
export const bench: Bench = {
  question: 'How many landers does one core serve, and how soon does a visitor see one, without anything moving?',
  async run({ quick, flags, print }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 3);
    const site = await startDemoSite('landers', {
      messages: 3,
      drawn: false,
      nodeFlags: flags['profile'] ? ['--cpu-prof', '--cpu-prof-dir=.cache'] : [],
    });
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
          figures.push({ name: `${name}: served`, value, unit, limit });
          figures.push({ name: `${name}: served`, value, unit, goal: { atLeast: 2_000 } });
          print(`  ${name}: ${Math.round(bytes / 1_000)} KB of HTML`);
        }
        for (const encoding of ['identity', 'gzip'])
          figures.push(await besideNode({ ...site.app, path: `/landers/${names[0]}`, seconds, encoding }));
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

/** How many of one lander are served, beside Node alone with the same bytes and headers: the most that can be reached. */
async function besideNode(page: PageLoad & { encoding: string }): Promise<Figure> {
  await loadPage(page);
  const bare = await serveCopy(page);
  try {
    await loadPage({ ...page, ...bare });
    const limit = { name: 'Node alone', value: (await loadPage({ ...page, ...bare })).perCoreSecond };
    const value = (await loadPage(page)).perCoreSecond;
    return { name: `${page.path}, ${page.encoding}: served`, value, unit, limit };
  } finally {
    await bare.stop();
  }
}

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
