import { type Browser, type CDPSession, type Page, chromium } from '@playwright/test';

import type { Bench, Figure } from './lib/bench.ts';
import { startDemoSite } from './lib/demo-site.ts';
import { type Frames, startFrames, stopFrames } from './lib/frames.ts';
import { open } from './lib/visit.ts';

const chrome = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const phone = { width: 390, height: 844 };
/** A finger reports its position about once per frame. */
const reports = 24;
const reportEveryMs = 16;

/** A box alone on a page, which follows the finger and returns: the minimum work of a card. */
const boxPage = `<meta name="viewport" content="width=device-width"><body style="margin: 0; overflow: hidden">
  <div data-place="top" style="width: 340px; height: 425px; margin: 200px 25px; background: #126a64; touch-action: pan-y"></div>
  <script>
    const box = document.querySelector('div'); let from = null;
    box.onpointerdown = (event) => { from = event.clientX; box.setPointerCapture(event.pointerId); };
    box.onpointermove = (event) => { if (from !== null) box.style.transform = 'translate3d(' + (event.clientX - from) + 'px, 0, 0)'; };
    box.onpointerup = () => { from = null; box.style.transform = ''; };
  </script>`;

/** Whether the swipe game's cards follow the finger without stutter. */
export const bench: Bench = {
  question: 'How many frames does a phone show while a card of the swipe game is thrown, and what is its longest task?',
  async run({ quick, flags }) {
    const swipes = quick ? 2 : Number(flags['swipes'] ?? 20);
    const site = await startDemoSite('render-page', { messages: 3, pictures: !quick });
    const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const url = `http://${site.app.host}:${site.app.port}/swipe-game`;
      const box = await throwCards(browser, { url: 'about:blank', swipes });
      const game = await throwCards(browser, { url, cookie: site.cookie, swipes });
      return {
        figures: buildFigures(game, box),
        notes: [`${swipes} cards skipped by touch, on a window of 390 by 844`],
      };
    } finally {
      await browser.close();
      await site.stop();
    }
  },
};

function buildFigures(game: Frames, box: Frames): Figure[] {
  const limit = (value: number) => ({ name: 'a box alone', value });
  return [
    {
      name: 'frames while swiping',
      value: game.perSecond,
      unit: 'per second',
      limit: limit(box.perSecond),
      goal: { atLeast: 0.95 },
    },
    { name: 'longest task of a swipe', value: game.longestTaskMs, unit: 'ms', goal: { atMost: 50 } },
    { name: 'longest task, a box alone', value: box.longestTaskMs, unit: 'ms' },
  ];
}

async function throwCards(
  browser: Browser,
  { url, cookie, swipes }: { url: string; cookie?: string; swipes: number },
): Promise<Frames> {
  const context = await open(browser, url, cookie, { viewport: phone, hasTouch: true, isMobile: true });
  try {
    const page = await context.newPage();
    await page.goto(url);
    if (cookie === undefined) await page.setContent(boxPage);
    else await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
    const touch = await context.newCDPSession(page);
    // The first swipe loads modules that later swipes share.
    await throwCard(page, touch);
    await startFrames(page);
    for (let done = 0; done < swipes; done += 1) await throwCard(page, touch);
    return await stopFrames(page);
  } finally {
    await context.close();
  }
}

/** Pulls the top card to the left at the speed of a hand, and waits for the next card. */
async function throwCard(page: Page, session: CDPSession): Promise<void> {
  const card = page.locator('[data-place=top]');
  const before = await card.getAttribute('data-member');
  const at = await card.boundingBox();
  if (!at) throw new Error('there is no card to throw');
  const [x, y] = [at.x + at.width * 0.7, at.y + at.height / 2];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', way = 0): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x - way, y }] });
  await send('touchStart');
  for (let report = 1; report <= reports; report += 1) {
    await Promise.all([
      send('touchMove', (at.width * 0.6 * report) / reports),
      new Promise((resolve) => setTimeout(resolve, reportEveryMs)),
    ]);
  }
  await send('touchEnd');
  if (before !== null)
    await page.waitForFunction(
      (id) =>
        ![id, undefined].includes(document.querySelector('[data-place=top]')?.getAttribute('data-member') ?? undefined),
      before,
    );
}
