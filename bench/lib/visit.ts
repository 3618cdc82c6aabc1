import type { Browser, BrowserContext, Page } from '@playwright/test';

export interface Visit {
  /** Of all scripts that came by the time the network fell silent, as sent. */
  scriptKb: number;
  /** Sum of what moved without being asked to. */
  layoutShift: number;
}

declare global {
  interface Window {
    shifted: number;
    slowest: number;
    slowestOne: string;
  }
}

const desktop = { width: 1_280, height: 800 };

async function open(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop, locale: 'en' });
  const [name = '', value = ''] = (cookie ?? '').split('=');
  if (cookie) await context.addCookies([{ name, value, url: new URL('/', url).href }]);
  return context;
}

/** Opens a page as a phone's owner would for the first time, and waits until nothing more comes. */
export async function readVisit(browser: Browser, url: string, cookie?: string): Promise<Visit> {
  const context = await open(browser, url, cookie);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    await network.send('Network.enable');
    network.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
    // Bodies, without the headers, which a connection compresses against each other.
    network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    await settled(page);
    return { scriptKb: bytes / 1_000, layoutShift: await page.evaluate(() => window.shifted) };
  } finally {
    await context.close();
  }
}

/** The live channel never falls silent: what counts is that no file was asked for in a while. */
async function settled(page: Page): Promise<void> {
  let last = performance.now();
  page.on('requestfinished', () => (last = performance.now()));
  while (performance.now() - last < 1_500) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Pays an order on the sandbox's own page; from then on the whole conversation is there. */
export async function pay(browser: Browser, url: string, cookie: string, payPage: string): Promise<void> {
  const context = await open(browser, url, cookie);
  const page = await context.newPage();
  await page.goto(payPage);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await context.close();
}

/** Loads all of a conversation, writes in it, and says how long the slowest press or key took to be seen. */
export async function typeInChat(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<{ messages: number; slowestMs: number; slowest: string }> {
  const context = await open(browser, url, cookie);
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.slowest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
          // Keys that change nothing, such as Shift, are no interaction: their next paint may be long in coming.
          if (entry.interactionId === 0 || entry.duration <= window.slowest) continue;
          window.slowest = entry.duration;
          window.slowestOne = `${entry.name} at ${Math.round(entry.startTime)} ms: waited ${Math.round(entry.processingStart - entry.startTime)} ms, worked ${Math.round(entry.processingEnd - entry.processingStart)} ms`;
        }
      }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    });
    await page.goto(url);
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
    const log = page.getByRole('log');
    let messages = 0;
    for (let now = await log.locator('p').count(); now > messages; now = await log.locator('p').count()) {
      messages = now;
      await log.evaluate((element) => element.scrollTo({ top: -1_000_000 }));
      await settled(page);
    }
    // Who writes is at the end of it.
    await log.evaluate((element) => element.scrollTo({ top: 0 }));
    await settled(page);
    await page.evaluate(() => (window.slowest = 0));
    const box = page.getByRole('textbox').last();
    await box.click();
    await box.pressSequentially('What a lovely evening, is it not?', { delay: 30 });
    await page.keyboard.press('Enter');
    await settled(page);
    return {
      messages,
      slowestMs: await page.evaluate(() => window.slowest),
      slowest: await page.evaluate(() => window.slowestOne),
    };
  } finally {
    await context.close();
  }
}
