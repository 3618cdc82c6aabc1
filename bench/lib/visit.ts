import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export interface Visit {
  /** The compressed size of all scripts loaded until the network is idle. */
  scriptKb: number;
  /** Cumulative layout shift without user input. */
  layoutShift: number;
  /** Largest contentful paint, in ms. */
  largestPaintMs: number;
}

declare global {
  interface Window {
    shifted: number;
    largestPaint: number;
  }
}

export const desktop = { width: 1_280, height: 800 };

/** Opens a fresh browser context, with a member's session cookie if given. `device` replaces the desktop. */
export async function open(
  browser: Browser,
  url: string,
  cookie: string | undefined,
  device: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: desktop, locale: 'en', ...device });
  const [name = '', value = ''] = (cookie ?? '').split('=');
  if (cookie) await context.addCookies([{ name, value, url: new URL('/', url).href }]);
  return context;
}

/** Opens a page for the first time and waits until loading ends. */
export async function readVisit(browser: Browser, url: string, cookie?: string): Promise<Visit> {
  const context = await open(browser, url, cookie);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    await network.send('Network.enable');
    network.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)));
    // Count bodies only, since HTTP/2 compresses headers across a connection.
    network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await page.addInitScript(() => {
      window.shifted = 0;
      window.largestPaint = 0;
      new PerformanceObserver((list) => {
        window.largestPaint = list.getEntries().at(-1)?.startTime ?? 0;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) window.shifted += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    await settled(page);
    const [layoutShift, largestPaintMs] = await page.evaluate(() => [window.shifted, window.largestPaint] as const);
    return { scriptKb: bytes / 1_000, layoutShift, largestPaintMs };
  } finally {
    await context.close();
  }
}

/** Waits until no request has finished for a while. The live channel stays open and does not count. */
export async function settled(page: Page): Promise<void> {
  let last = performance.now();
  page.on('requestfinished', () => (last = performance.now()));
  while (performance.now() - last < 1_500) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Pays an order on the sandbox's pay page. The member becomes premium and sees the whole conversation. */
export async function pay(browser: Browser, url: string, cookie: string, payPage: string): Promise<void> {
  const context = await open(browser, url, cookie);
  const page = await context.newPage();
  await page.goto(payPage);
  await page.locator('button[value=pay]').click();
  await page.waitForURL(/\/transactions\//);
  await context.close();
}
