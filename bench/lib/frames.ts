import type { Page } from '@playwright/test';

export interface Frames {
  /** Of those moments in which a finger was on the screen. */
  perSecond: number;
  /** The longest that the page was busy at once: 0 if never for 50 ms, which browsers do not report. */
  longestTaskMs: number;
}

declare global {
  interface Window {
    swiped: { shown: number; ms: number; longest: number };
  }
}

/** Counts the frames of the page while a finger is on it, and notes long tasks, from now on. */
export async function startFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames = { shown: 0, ms: 0, longest: 0 };
    window.swiped = frames;
    let isTouched = false;
    let last: number | undefined;
    addEventListener('pointerdown', () => (isTouched = true), true);
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isTouched = false), true);
    const count = (now: number): void => {
      if (isTouched && last !== undefined) {
        frames.shown += 1;
        frames.ms += now - last;
      }
      last = isTouched ? now : undefined;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames.longest = Math.max(frames.longest, duration);
    }).observe({ type: 'longtask' });
  });
}

export async function stopFrames(page: Page): Promise<Frames> {
  const { shown, ms, longest } = await page.evaluate(() => window.swiped);
  return { perSecond: shown / (ms / 1_000), longestTaskMs: longest };
}
