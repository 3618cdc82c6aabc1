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
  }
}

export const desktop = { width: 1_280, height: 800 };

/** A visitor of their own, with the session of a member where there is one. */
export async function open(browser: Browser, url: string, cookie: string | undefined): Promise<BrowserContext> {
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
export async function settled(page: Page): Promise<void> {
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
