import { chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { type DemoSite, startDemoSite } from './lib/demo-site.ts';
import { serveEmptyPage } from './lib/empty-page.ts';
import { readScores } from './lib/lighthouse.ts';
import { serveCopy } from './lib/bare-server.ts';
import { type PageLoad, loadPage } from './lib/load-page.ts';
import { readVisit } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const unit = 'pages/s per core';
const goals = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 };

/** The landers: how many kept pages a core serves, and what each costs a first-time visitor. */
export const bench: Bench = {
  question: 'How many landers does one core serve, and how soon does a visitor see one, without anything moving?',
  async run({ quick, flags, print }) {
    const seconds = quick ? 0.3 : Number(flags['seconds'] ?? 3);
    const site = await startDemoSite('landers', {
      messages: 3,
      pictures: false,
      nodeFlags: flags['profile'] ? ['--cpu-prof', '--cpu-prof-dir=.cache'] : [],
    });
    try {
      const origin = `http://${site.app.host}:${site.app.port}`;
      const { landers, aboutMember } = await pagesAt(site, origin, flags['pages']);
      const figures: Figure[] = [];
      const empty = await serveEmptyPage();
      try {
        // Warm-up, which also fills the shared copies.
        for (const path of ['/', '/']) await loadPage({ ...empty, path, seconds });
        const limit = {
          name: 'the empty page',
          value: (await loadPage({ ...empty, path: '/', seconds })).perCoreSecond,
        };
        for (const { name, path, encoding } of [...landers, ...landers.slice(0, 1).map(byLink)]) {
          const page = { ...site.app, path, seconds, ...(encoding && { encoding }) };
          await loadPage({ ...page, seconds: seconds / 3 });
          const { perCoreSecond: value, bytes } = await loadPage(page);
          figures.push({ name: `${name}: served`, value, unit, limit });
          figures.push({ name: `${name}: served`, value, unit, goal: { atLeast: 2_000 } });
          print(`  ${name}: ${Math.round(bytes / 1_000)} KB of HTML`);
        }
        const [first] = landers;
        for (const encoding of first ? ['identity', 'gzip'] : [])
          figures.push(await besideNode({ ...site.app, path: first?.path ?? '', seconds, encoding }));
      } finally {
        await empty.stop();
      }
      const pages = [...landers, ...aboutMember];
      if (!quick) figures.push(...(await visitAll(origin, pages)));
      if (!quick && flags['lighthouse'] !== 'false') figures.push(...(await scoreAll(origin, pages)));
      return { figures };
    } finally {
      await site.stop();
    }
  },
};

/** How many requests for a lander are served, compared with Node alone sending the same bytes and headers. */
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

interface Page {
  name: string;
  path: string;
  encoding?: string;
  skip?: string;
}

/** The same page opened by a partner's link whose visits are counted. */
const byLink = ({ name, path }: Page): Page => ({
  name: `${name} by a link`,
  path: `${path}?network=lantern&ref=flyer&sub1=a-click&lb`,
  encoding: 'gzip',
});

/** The landers in the sitemap and the pages about one member, limited to names that contain one of `wanted`. */
async function pagesAt(
  { call }: Pick<DemoSite, 'call'>,
  origin: string,
  wanted = '',
): Promise<{ landers: Page[]; aboutMember: Page[] }> {
  const isWanted = ({ name }: Page): boolean => wanted.split(',').some((part) => name.includes(part));
  const sitemap = await (await fetch(`${origin}/sitemap-en.xml`)).text();
  const landers = [...sitemap.matchAll(/<loc>[^<]*(\/landers\/(\w+))/g)].map(([, path = '', name = '']) => ({
    name,
    path,
  }));
  const { results } = await call('searchProfiles', { pageNumber: 1 });
  const aboutMember = ['landing', 'landing2', 'landing3', 'signup'].map((page) => ({
    name: `{id}/${page}`,
    path: `/members/${results[0]?.id}/${page}`,
    // Search engines may not list these pages.
    skip: 'is-crawlable',
  }));
  return { landers: landers.filter(isWanted), aboutMember: aboutMember.filter(isWanted) };
}

async function visitAll(origin: string, pages: readonly Page[]): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const figures: Figure[] = [];
    for (const { name, path } of pages) {
      const { scriptKb, layoutShift, largestPaintMs } = await readVisit(browser, origin + path);
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

async function scoreAll(origin: string, pages: readonly Page[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, skip } of pages)
    figures.push(...(await readScores(origin + path, { name, goals, chrome, ...(skip !== undefined && { skip }) })));
  return figures;
}
