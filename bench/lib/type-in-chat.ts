import type { Browser, Locator, Page } from '@playwright/test';

import { desktop, open, settled } from './visit.ts';

export interface Typing {
  /** The slowest interaction to next paint. Chromium reports none below 16 ms. */
  slowestMs: number;
  slowest: string;
}

declare global {
  interface Window {
    slowest: number;
    slowestOne: string;
  }
}

/** Loads a whole conversation and types in it; for comparison, types in a text box alone on a page. */
export async function typeInChat(
  browser: Browser,
  url: string,
  cookie: string,
): Promise<{ messages: number; chat: Typing; alone: Typing }> {
  const context = await open(browser, url, cookie);
  try {
    const page = await context.newPage();
    await growWindow(page);
    await page.goto('about:blank');
    await page.setContent('<textarea style="position: fixed; bottom: 1rem"></textarea>');
    const alone = await type(page, page.getByRole('textbox'));
    await page.goto(url);
    await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')));
    const log = page.getByRole('log');
    let messages = 0;
    for (let now = await log.locator('p').count(); now > messages; now = await log.locator('p').count()) {
      messages = now;
      await log.evaluate((element) => element.scrollTo({ top: -1_000_000 }));
      await settled(page);
    }
    // The log is reversed, so 0 is the end of the conversation, where a member types.
    await log.evaluate((element) => element.scrollTo({ top: 0 }));
    await settled(page);
    return { messages, chat: await type(page, page.getByRole('textbox').last()), alone };
  } finally {
    await context.close();
  }
}

/**
 * The window's toolbars take part of its height, but the emulated page keeps its full height. Content below the
 * window's edge, such as a text box at the end of the page, is never painted, so a key press there has no paint.
 */
async function growWindow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: desktop.width, height: desktop.height + 200 },
  });
}

async function type(page: Page, box: Locator): Promise<Typing> {
  await page.evaluate(() => {
    window.slowest = 16;
    window.slowestOne = 'none above 16 ms';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        // Keys without effect, such as Shift, are not interactions; their next paint may come much later.
        if (entry.interactionId === 0 || entry.duration <= window.slowest) continue;
        window.slowest = entry.duration;
        window.slowestOne = `${entry.name} at ${Math.round(entry.startTime)} ms: waited ${Math.round(entry.processingStart - entry.startTime)} ms, worked ${Math.round(entry.processingEnd - entry.processingStart)} ms`;
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await box.click();
  await box.pressSequentially('What a lovely evening, is it not?', { delay: 30 });
  await page.keyboard.press('Enter');
  await settled(page);
  return page.evaluate(() => ({ slowestMs: window.slowest, slowest: window.slowestOne }));
}
